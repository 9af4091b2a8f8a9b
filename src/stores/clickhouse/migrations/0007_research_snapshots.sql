-- Snapshots of keywords that a research run harvested name their run; those of tracked keywords have none.

ALTER TABLE keyword_snapshots {on_cluster}
    ADD COLUMN IF NOT EXISTS run_id String DEFAULT '';
