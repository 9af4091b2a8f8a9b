-- Small models of what was corrected, by dimension, in base64: of the newest row of a kind only, so that old ones take no room.
alter table learned_blends add column taught jsonb;
