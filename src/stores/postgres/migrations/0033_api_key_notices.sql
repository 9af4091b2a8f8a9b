-- Every process is told of a key that means something else from now on, whatever statement changed it,
-- when that is committed (src/stores/broadcast). That a key was used changes nothing.
create function tell_changed_api_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('sightline_api_keys', old.id);
  return null;
end
$$;

create trigger api_keys_changed
  after delete or update of key_hash, scopes, tier, organization_id, project_id, expires_at, revoked_at
  on api_keys for each row execute function tell_changed_api_key();
