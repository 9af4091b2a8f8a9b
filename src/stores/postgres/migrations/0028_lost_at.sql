-- A call may have waited for its turn for minutes before it was made: for how long the provider's books are
-- asked about it counts from when its answer was lost, not from when its money was set aside.
alter table spend_reservations add column lost_at timestamptz;
update spend_reservations set lost_at = now() where is_lost;
