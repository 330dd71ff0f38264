-- A secret that is sealed is longer than one that is not (decision 102).
alter table second_factors
  drop constraint second_factors_secret_check,
  add constraint second_factors_secret_check check (length(secret) between 16 and 400);
