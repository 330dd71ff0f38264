-- What is weighed, and what was searched for in vain, is charged as well; both are typed by staff.
alter table price_rules
  drop constraint price_rules_item_check,
  drop constraint price_rules_unit_check,
  add constraint price_rules_item_check check (item in ('storage', 'intake', 'retrieval_box', 'retrieval_content', 'return_box', 'return_content',
    'withdrawal', 'destruction', 'destruction_weight', 'empty_box', 'scan', 'scan_page', 'labels', 'listing', 'search', 'hours', 'other', 'account_fee')),
  add constraint price_rules_unit_check check (unit in ('metre_month', 'box_month', 'box', 'piece', 'page', 'metre', 'kg', 'hour', 'month'));
