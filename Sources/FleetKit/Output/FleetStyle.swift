/// How the page looks: light and dark, on paper, and down to 360 pixels.
let fleetStyle: StaticString = """
  :root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b1f24;--soft:#545d68;--line:#d9dee5;--head:#eef1f5;
  --open:#a8201a;--open-bg:#fdecea;--uncertain:#7a4d00;--uncertain-bg:#fff3d6;--closed:#12632f;--closed-bg:#e4f4e9;
  --absent:#545d68;--absent-bg:#eef1f5;--focus:#0b57d0}
  @media (prefers-color-scheme:dark){:root{--bg:#101418;--card:#181d23;--ink:#e6e9ed;--soft:#a3adb8;--line:#2e363f;
  --head:#20262d;--open:#ffb0a8;--open-bg:#3b1b1a;--uncertain:#ffd27a;--uncertain-bg:#352a10;--closed:#8fdca6;
  --closed-bg:#14301e;--absent:#a3adb8;--absent-bg:#20262d;--focus:#8ab4f8}}
  *{box-sizing:border-box}
  body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
  main,header,footer{max-width:1320px;margin:0 auto;padding:0 24px}
  header{padding-top:36px}
  h1{font-size:28px;line-height:1.2;margin:0 0 4px;letter-spacing:-.015em}
  h2{font-size:18px;margin:40px 0 12px}
  p{margin:0 0 8px}
  .soft,caption,footer{color:var(--soft)}
  code,.names{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.87em;
  overflow-wrap:anywhere}
  :focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
  .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));gap:12px;margin:24px 0 0;padding:0;list-style:none}
  .tiles li{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:14px 16px;border-top:4px solid var(--line)}
  .tiles .open{border-top-color:var(--open)}.tiles .uncertain{border-top-color:var(--uncertain)}
  .tiles .closed{border-top-color:var(--closed)}
  .tiles b{display:block;font-size:30px;line-height:1.15;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
  .tiles .open b{color:var(--open)}.tiles .uncertain b{color:var(--uncertain)}.tiles .closed b{color:var(--closed)}
  .tiles span{color:var(--soft);display:block;line-height:1.35}
  .glance{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:16px}
  .panel{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px}
  .panel h3{font-size:15px;margin:0 0 10px}
  svg.bar{display:block;width:100%;height:14px;margin:0 0 10px;border-radius:4px;background:var(--absent-bg)}
  svg .open{fill:var(--open)}svg .uncertain{fill:var(--uncertain)}svg .closed{fill:var(--closed)}svg .absent{fill:var(--line)}
  table{border-collapse:collapse;width:100%}
  th{font-weight:600;text-align:left}
  .count{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
  .small td,.small th{padding:3px 0;border-top:1px solid var(--line);font-weight:400}
  .small tr:first-child>*{border-top:0}
  .small thead th{color:var(--soft);font-size:13px;border-top:0}
  .roads td,.roads th{padding:5px 10px 5px 0}
  .state{white-space:nowrap;font-weight:600}
  .state.open{color:var(--open)}.state.uncertain{color:var(--uncertain)}
  .state.closed{color:var(--closed)}.state.absent{color:var(--absent);font-weight:400}
  .mark{display:inline-block;width:1.15em;text-align:center;font-weight:700}
  form{display:flex;flex-wrap:wrap;gap:10px 14px;align-items:end;margin:0 0 12px}
  form[hidden]{display:none}
  label{display:block;font-size:13px;color:var(--soft)}
  input,select,button{font:inherit;color:inherit}
  input,select{display:block;min-height:36px;padding:5px 8px;background:var(--card);border:1px solid var(--soft);border-radius:6px;
  max-width:100%}
  form button{min-height:36px;padding:5px 14px;background:var(--card);border:1px solid var(--soft);border-radius:6px;cursor:pointer}
  .matrix{background:var(--card);border:1px solid var(--line);border-radius:10px;border-collapse:separate;border-spacing:0}
  .matrix caption{text-align:left;padding:0 0 8px;font-size:13px}
  .matrix thead th{position:sticky;top:0;z-index:1;background:var(--head);padding:9px 10px;border-bottom:1px solid var(--line);
  font-size:13px;vertical-align:bottom}
  .matrix thead th:first-child{border-top-left-radius:10px}.matrix thead th:last-child{border-top-right-radius:10px}
  .matrix thead button{all:unset;cursor:pointer;font-weight:600}
  .matrix thead button:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
  .matrix thead [aria-sort=ascending] button::after{content:" ▲"}
  .matrix thead [aria-sort=descending] button::after{content:" ▼"}
  .matrix td,.matrix tbody th{padding:8px 10px;border-top:1px solid var(--line);vertical-align:top;font-weight:400}
  .matrix tbody:first-of-type tr:first-child>*{border-top:0}
  .matrix tr[hidden]{display:none}
  .matrix tbody th{width:32%}
  .matrix td.open{background:var(--open-bg)}.matrix td.uncertain{background:var(--uncertain-bg)}
  .matrix td.closed{background:var(--closed-bg)}
  .matrix td.open,.matrix td.uncertain,.matrix td.closed,.matrix td.absent{border-left:3px solid var(--card)}
  .facts{color:var(--soft);font-size:13px}
  .facts.line{display:block;margin-top:4px}
  tbody th>details{margin-top:4px}
  ul.chips{margin:4px 0 0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:4px}
  .chips li{border:1px solid var(--line);border-radius:5px;padding:0 6px;font-size:12.5px;overflow-wrap:anywhere}
  .chips li.unknown{border-style:dashed;border-color:var(--uncertain);color:var(--uncertain)}
  summary{cursor:pointer;list-style-position:inside}
  summary::marker{color:var(--soft);font-size:.8em}
  details p,details ul{overflow-wrap:anywhere;font-size:13px;margin:6px 0 0;max-width:34em}
  details ul{padding-left:16px}
  .note{font-size:13px;margin:4px 0 0;color:var(--soft)}
  .findings{padding-left:20px;margin:0}
  .findings li{margin:0 0 6px}
  .verdict{list-style:none;padding:0;margin:24px 0 0}
  .verdict li{padding:8px 12px;border-left:4px solid var(--closed);background:var(--closed-bg);margin:0 0 6px;border-radius:0 6px 6px 0}
  .verdict li.failed{border-color:var(--open);background:var(--open-bg)}
  footer{padding-top:24px;padding-bottom:40px;font-size:13px}
  @media screen and (max-width:760px){main,header,footer{padding-left:14px;padding-right:14px}
  header{padding-top:22px}h1{font-size:23px}
  .tiles{grid-template-columns:repeat(auto-fit,minmax(140px,1fr))}.tiles b{font-size:24px}
  .glance{grid-template-columns:1fr}form>div,form input,form select{width:100%}
  .matrix,.matrix tbody,.matrix tr,.matrix td,.matrix tbody th{display:block;width:100%}
  .matrix{background:none;border:0}
  .matrix thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  .matrix caption{display:block}
  .matrix tr{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:0 0 12px;overflow:hidden}
  .matrix td.open,.matrix td.uncertain,.matrix td.closed,.matrix td.absent{border-left:0}
  .matrix td.count{text-align:left;padding-bottom:0}.matrix td.count::before{display:inline!important;margin-right:6px}
  .matrix tr td.count+th{border-top:0}
  .matrix td::before{content:attr(data-column);display:block;font-size:12px;color:var(--soft)}}
  @page{size:landscape;margin:12mm}
  @media print{:root{--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--head:#eee;--open:#8f1510;--open-bg:#fff;
  --uncertain:#5c3a00;--uncertain-bg:#fff;--closed:#0d4a23;--closed-bg:#fff;--absent:#444;--absent-bg:#fff}
  body{font-size:9pt}h1{font-size:18pt}h2{margin:18px 0 8px}.tiles{margin-top:12px;grid-template-columns:repeat(4,1fr)}.tiles b{font-size:18pt}
  .glance{grid-template-columns:repeat(3,1fr)}.matrix td,.matrix tbody th{padding:4px 6px}details p,details ul{font-size:8pt}.facts,.chips li{font-size:8pt}
  main,header,footer{max-width:none;padding:0}header{padding:0}form{display:none!important}
  .matrix thead{display:table-header-group}.matrix thead button{display:none}
  .matrix thead th:has(button)::after{content:attr(data-column)!important}.matrix td,.matrix tbody th{overflow-wrap:anywhere}.matrix tbody th{width:22%}
  .matrix thead th{position:static}
  tr,.panel,.tiles li{break-inside:avoid}details.why::details-content{content-visibility:visible;height:auto}
  summary{list-style:none}svg *{print-color-adjust:exact}h2{break-after:avoid}}
  """
