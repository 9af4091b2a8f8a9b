-- The audit log has what changes of the identity providers, identities and domains of 0114 (docs/diagnostics.md, "Who did what").
call audit_table('sign_in_providers', 'sign_in_provider', '{issuer}', silent => '{tested_at,test_claims,test_problem,changed_at}');
call audit_table('identities', 'identity', '{user_id}', silent => '{used_at,email}');
call audit_table('domains_proved', 'domain', '{domain}', keys => '{organization_id,domain}', silent => '{checked_at}');
