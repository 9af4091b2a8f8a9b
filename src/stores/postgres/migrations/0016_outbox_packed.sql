-- Large appends are packed by whoever writes them: fewer bytes through every part of the server.
alter table outbox add column packed bytea;
alter table outbox alter column packed set storage external;
alter table outbox alter column lines drop not null;
alter table outbox add constraint outbox_lines_or_packed check ((lines is null) <> (packed is null));
