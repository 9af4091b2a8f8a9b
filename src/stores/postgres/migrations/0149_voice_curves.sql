-- What a project weighs its share of voice by. Null: the fixed click curve. Else the click rates of its own Search Console property as
-- they were when it chose them: {id, site, from, to, rates: {desktop, mobile}}, a rate for each place from 1 to 20, null where too few
-- people looked, and null for a device that has too few places. It stands still until it is chosen again, so that the share moves
-- only where the site does.
alter table projects add column voice_curve jsonb;
-- When that was last changed; null: never. Days on both sides are not compared by alerts.
alter table projects add column voice_changed_at timestamptz;
