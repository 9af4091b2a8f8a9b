-- Questions to a language model, each marked before it is asked: where neither answer nor problem came, a crash lost an answer that may
-- have been paid for. One table for all that ask, in place of three.
create table model_asks (
  -- The run or workflow that asks.
  asker text not null,
  question text not null,
  answer jsonb,
  -- Why no answer will come.
  problem text,
  asked_at timestamptz not null,
  primary key (asker, question)
);

insert into model_asks (asker, question, answer, asked_at) select run_id, 'site', answer, asked_at from research_asks;
-- The problem of a lost answer was written before the question was asked.
insert into model_asks (asker, question, answer, problem, asked_at)
  select run_id, 'ideas ' || category_id || ' ' || language_code, to_jsonb(ideas),
    nullif(problem, 'the answer of the language model was lost'), asked_at
  from research_ideas;
insert into model_asks (asker, question, asked_at) select workflow_id, kind || ' ' || subject_hash::text, now() from llm_asks;

drop table research_asks, research_ideas, llm_asks;
