/// How the page looks: light and dark, on paper, and down to 360 pixels.
let matrixStyle: StaticString = """
  :root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b1f24;--soft:#545d68;--line:#d9dee5;--head:#eef1f5;
  --allow:#7a4d00;--allow-bg:#fff3d6;--local:#12632f;--local-bg:#e4f4e9;--deny:#3b4a6b;--deny-bg:#e8ecf5;
  --bad:#a8201a;--bad-bg:#fdecea;--focus:#0b57d0}
  @media (prefers-color-scheme:dark){:root{--bg:#101418;--card:#181d23;--ink:#e6e9ed;--soft:#a3adb8;--line:#2e363f;
  --head:#20262d;--allow:#ffd27a;--allow-bg:#352a10;--local:#8fdca6;--local-bg:#14301e;--deny:#b4c4ee;--deny-bg:#1f283d;
  --bad:#ffb0a8;--bad-bg:#3b1b1a;--focus:#8ab4f8}}
  *{box-sizing:border-box}
  body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
  main,header,footer{max-width:1320px;margin:0 auto;padding:0 24px}
  header{padding-top:36px}
  h1{font-size:28px;line-height:1.2;margin:0 0 4px;letter-spacing:-.015em}
  h2{font-size:18px;margin:32px 0 12px}h3{font-size:15px;margin:28px 0 8px}
  p{margin:0 0 4px}
  .soft,footer{color:var(--soft)}
  code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.87em;overflow-wrap:anywhere}
  .files{font-size:13px}
  a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}
  :focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
  :target>*{background:var(--head)}
  .legend{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:6px 20px;margin:20px 0 0;padding:14px 16px;
  background:var(--card);border:1px solid var(--line);border-radius:10px;font-size:13px}
  .legend div{display:flex;gap:8px;align-items:baseline}
  .legend dt{flex:none;font-weight:600}.legend dd{margin:0;color:var(--soft)}
  .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:12px;margin:0 0 16px;padding:0;list-style:none}
  .tiles li{background:var(--card);border:1px solid var(--line);border-top:4px solid var(--line);border-radius:10px;padding:12px 16px}
  .tiles .open{border-top-color:var(--allow)}.tiles .deny{border-top-color:var(--bad)}.tiles .partly{border-top-color:var(--allow)}
  .tiles b{display:block;font-size:26px;line-height:1.15;font-variant-numeric:tabular-nums}
  .tiles span{color:var(--soft);display:block;line-height:1.35}
  .scroll{overflow-x:auto;border:1px solid var(--line);border-radius:10px;background:var(--card)}
  table{border-collapse:separate;border-spacing:0;width:100%}
  th{text-align:left;font-weight:600}
  .matrix thead th{background:var(--head);padding:7px 10px;font-size:13px;white-space:nowrap}
  .matrix thead tr:last-child th{border-bottom:1px solid var(--line);font-weight:400;padding-top:0}
  .matrix .first{border-left:2px solid var(--line)}
  .matrix tbody th{position:sticky;left:0;background:var(--card);font-weight:400;padding:8px 10px;min-width:150px;max-width:230px;
  border-top:1px solid var(--line);vertical-align:top}
  .matrix .corner{position:sticky;left:0}
  .matrix tbody tr:first-child>*{border-top:0}
  .owner{display:block;color:var(--soft);font-size:12.5px}
  .matrix td{padding:7px 10px;border-top:1px solid var(--line);border-left:1px solid var(--line);vertical-align:top;min-width:96px;cursor:help}
  .matrix td.allow{background:var(--allow-bg)}.matrix td.local{background:var(--local-bg)}.matrix td.deny{background:var(--deny-bg)}
  .sign{font-weight:600;white-space:nowrap}.sign.allow,.why .allow{color:var(--allow)}.sign.local,.why .local{color:var(--local)}
  .sign.deny,.why .deny{color:var(--deny)}
  .mark{display:inline-block;width:1.1em}
  sup{font-size:10px;font-weight:400;color:var(--soft);margin-left:2px}
  .honoured{display:inline-block;font-size:12px;line-height:1.4;border-radius:4px;padding:0 5px;border:1px solid}
  td .honoured{display:table;margin-top:2px}
  .honoured.no{color:var(--bad);background:var(--bad-bg)}.honoured.partly{color:var(--allow);background:var(--allow-bg)}
  .places{display:block;margin-top:3px}
  .place{display:inline-block;font-size:11.5px;line-height:1.5;color:var(--soft);border:1px solid var(--line);border-radius:4px;
  padding:0 4px;margin:0 3px 2px 0;background:var(--card);white-space:nowrap}
  .why thead th{background:var(--head);padding:8px 10px;font-size:13px;border-bottom:1px solid var(--line)}
  .why td,.why tbody th{padding:8px 10px;border-top:1px solid var(--line);vertical-align:top;font-size:13px;overflow-wrap:anywhere}
  .why td:nth-child(2){font-weight:600;white-space:nowrap}.why td:last-child{width:26%}
  .why .count{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}
  .honoured{white-space:nowrap}
  footer{padding-top:24px;padding-bottom:40px;font-size:13px}
  @media screen and (max-width:760px){main,header,footer{padding-left:14px;padding-right:14px}header{padding-top:22px}h1{font-size:23px}
  .tiles{grid-template-columns:1fr 1fr}.legend{grid-template-columns:1fr}
  .matrix tbody th{min-width:104px;max-width:112px;padding:6px 8px;font-size:13px;border-right:1px solid var(--line)}
  .matrix td{min-width:88px;padding:6px 8px}
  .why,.why tbody,.why tr,.why td,.why tbody th{display:block;width:auto!important}.why thead{display:none}
  .why tbody tr{border-top:1px solid var(--line);padding:8px 0}.why td,.why tbody th{border:0;padding:2px 10px;text-align:left}}
  @page{size:landscape;margin:10mm}
  @media print{:root{--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--head:#eee;--allow:#5c3a00;--allow-bg:#fff7e3;
  --local:#0d4a23;--local-bg:#f0f9f2;--deny:#26324f;--deny-bg:#f1f3f9;--bad:#8f1510;--bad-bg:#fff}
  body{font-size:8.5pt}h1{font-size:17pt}h2{margin:14px 0 6px}main,header,footer{max-width:none;padding:0}
  .scroll{overflow:visible;border:0}.matrix td,.matrix tbody th{padding:3px 5px;min-width:0}.matrix tbody th,.matrix .corner{position:static}
  .matrix thead{display:table-header-group}tr,.tiles li,.legend div{break-inside:avoid}td,.tiles li{print-color-adjust:exact}
  .legend{grid-template-columns:repeat(4,1fr);font-size:7.5pt}.tiles{grid-template-columns:repeat(4,1fr)}.place,.honoured{font-size:7pt}
  .owner,.matrix thead th,.why td,.why tbody th,.why thead th,footer{font-size:7.5pt}.files{font-size:8pt}h3{break-after:avoid}}
  """
