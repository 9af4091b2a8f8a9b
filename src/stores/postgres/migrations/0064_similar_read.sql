-- When the similar apps of an app were last looked for, whether its page showed some or none; null: never.
alter table apps add column similar_read_at timestamptz;
