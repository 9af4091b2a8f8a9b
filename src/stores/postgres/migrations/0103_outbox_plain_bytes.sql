-- Result pages that are stored together are packed together, which makes them a third smaller. How large they are unpacked can no longer
-- be told by their size: batches are cut by it.
alter table outbox add column plain_bytes integer;
-- What is not packed by its writer are short rows by now. Compressing them costs less than logging them whole.
alter table outbox alter column lines set storage extended;
