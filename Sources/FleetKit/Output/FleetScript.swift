/// What the page can do beyond being read: filter, sort, open every reason before printing. All of
/// it is on the page without the script.
let fleetScript: StaticString = """
  (function(){'use strict';
  var table=document.getElementById('matrix'),form=document.getElementById('filters');
  if(!table||!form)return;
  var body=table.tBodies[0],rows=Array.prototype.slice.call(body.rows),shown=document.getElementById('shown');
  function value(id){return document.getElementById(id).value}
  function fits(row){
  var platform=value('platform'),profile=value('profile'),state=value('state'),text=value('search').toLowerCase();
  return(!platform||row.dataset.platform===platform)
  &&(!profile||row.dataset.profiles.split('\\n').indexOf(profile)>=0)
  &&(!state||row.dataset.states.split(' ').indexOf(state)>=0)
  &&(!text||row.dataset.search.toLowerCase().indexOf(text)>=0)}
  function filter(){
  var classes=0,devices=0;
  rows.forEach(function(row){var fit=fits(row);row.hidden=!fit;if(fit){classes++;devices+=Number(row.dataset.value)}});
  shown.textContent=classes+(classes===1?' class, ':' classes, ')+devices+(devices===1?' device':' devices')+' shown'}
  form.hidden=false;
  form.addEventListener('input',filter);
  form.addEventListener('submit',function(event){event.preventDefault()});
  form.addEventListener('reset',function(){setTimeout(filter,0)});
  Array.prototype.forEach.call(table.tHead.rows[0].cells,function(head,column){
  var button=document.createElement('button');button.type='button';
  button.textContent=head.textContent;head.textContent='';head.appendChild(button);
  button.addEventListener('click',function(){
  var up=head.getAttribute('aria-sort')!=='ascending';
  Array.prototype.forEach.call(table.tHead.rows[0].cells,function(other){other.removeAttribute('aria-sort')});
  head.setAttribute('aria-sort',up?'ascending':'descending');
  function key(row){return row.cells[column].dataset.sort}
  rows.sort(function(a,b){var order=key(a).localeCompare(key(b),'en',{numeric:true});return up?order:-order});
  rows.forEach(function(row){body.appendChild(row)})})});
  addEventListener('beforeprint',function(){Array.prototype.forEach.call(document.querySelectorAll('details.why'),
  function(one){if(!one.open){one.open=true;one.dataset.value='opened'}})});
  addEventListener('afterprint',function(){Array.prototype.forEach.call(document.querySelectorAll('details[data-value]'),
  function(one){one.open=false;delete one.dataset.value})});
  filter()})();
  """
