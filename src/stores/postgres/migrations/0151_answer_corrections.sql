-- What people say of names in answers: whether a brand is meant. It decides that answer, and the same case in others (docs/answers.md).
create table answer_corrections (
  id text primary key,
  project_id text not null references projects (id),
  sample_id text not null references answer_samples (id),
  brand_id text not null references answer_brands (id) on delete cascade,
  is_mention boolean not null,
  -- The name as it is written, with the folded words around it: where they stand again, the same is meant.
  case_key text not null,
  -- The sentence that was judged, for those who read the list. Text of others.
  sentence text not null,
  created_at timestamptz not null,
  unique (sample_id, brand_id)
);
create index answer_corrections_project_id_idx on answer_corrections (project_id, created_at desc, id desc);
create index answer_corrections_brand_id_idx on answer_corrections (brand_id);

call audit_table('answer_corrections', 'answer_correction', '{sentence}');
