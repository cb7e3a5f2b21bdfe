import type { ServerMigration } from "../migration.ts";

/**
 * How machines come and go. A one-time code is the password of a new login role for as long as the invitation is valid; joining
 * replaces it by a secret that only the new machine knows. Passwords arrive as SCRAM verifiers, so the server never sees one.
 */
export const serverJoining: ServerMigration = {
  number: 2,
  name: "joining",
  statements: ({ members }) => [invite(members), JOIN, REVOKE, MEMBERS, rights(members)],
};

const invite = (members: string) => `
CREATE FUNCTION tieout.invite(who text, as_role text, clients text[], login text, verifier text, hash bytea, hours int) RETURNS timestamptz
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known tieout.member;
  valid_until timestamptz := clock_timestamp() + make_interval(hours => hours);
  is_founding boolean := tieout.is_owner() AND NOT EXISTS (SELECT FROM tieout.machine);
BEGIN
  SELECT * INTO known FROM tieout.member WHERE lower(person) = lower(who);
  -- People add their own machines; everything else is an administrator's.
  IF NOT is_founding AND (known.person IS DISTINCT FROM tieout.my_person() OR as_role IS DISTINCT FROM known.app_role OR clients IS NOT NULL)
    THEN PERFORM tieout.must_be('admin'); END IF;
  IF login !~ '^tieout_[a-z0-9]{8,40}$' OR verifier !~ '^SCRAM-SHA-256[$]' OR hours NOT BETWEEN 1 AND 720 THEN
    PERFORM tieout.refuse('TO009', 'not an invitation');
  END IF;
  IF known.person IS NULL THEN
    INSERT INTO tieout.member (person, app_role, added_by) VALUES (who, as_role, tieout.my_person());
  ELSE
    UPDATE tieout.member SET app_role = as_role, disabled_at = NULL WHERE person = known.person;
    PERFORM tieout.must_keep_admin();
  END IF;
  IF clients IS NOT NULL THEN
    DELETE FROM tieout.member_client WHERE person = coalesce(known.person, who);
    INSERT INTO tieout.member_client SELECT DISTINCT coalesce(known.person, who), unnest(clients);
  END IF;
  INSERT INTO tieout.invite (code_hash, role, person, app_role, until, made_by)
    VALUES (hash, login, coalesce(known.person, who), as_role, valid_until, tieout.my_person());
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L IN ROLE ${members}', login, verifier, valid_until);
  RETURN valid_until;
END $$;
`;

const JOIN = `
-- TO004: the code was used, has expired or belongs to another login.
CREATE FUNCTION tieout.join_firm(hash bytea, machine uuid, machine_name text, recipient text, key text, verifier text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE invited tieout.invite;
BEGIN
  SELECT * INTO invited FROM tieout.invite
    WHERE role = session_user AND code_hash = hash AND used_at IS NULL AND until > clock_timestamp() FOR UPDATE;
  IF invited.person IS NULL THEN PERFORM tieout.refuse('TO004', 'the invitation can''t be used'); END IF;
  IF verifier !~ '^SCRAM-SHA-256[$]' OR recipient !~ '^age1' THEN PERFORM tieout.refuse('TO009', 'not a machine'); END IF;
  UPDATE tieout.invite SET used_at = clock_timestamp() WHERE code_hash = hash;
  INSERT INTO tieout.machine (machine_id, role, person, name, age_recipient, signing_key)
    VALUES (machine, session_user, invited.person, machine_name, recipient, key);
  EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', session_user, verifier);
  PERFORM pg_notify('tieout', 'm:');
  RETURN invited.person;
END $$;

-- The machine has brought its records along; from now on it speaks for its own person only.
CREATE FUNCTION tieout.moved_in() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ UPDATE tieout.machine SET moved_in_at = clock_timestamp() WHERE machine_id = tieout.my_machine() AND moved_in_at IS NULL $$;
`;

const REVOKE = `
-- Shuts a machine out: at once by the policies, and for good by its login. A person may let go of a machine of their own.
CREATE FUNCTION tieout.revoke_machine(machine uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE gone tieout.machine;
BEGIN
  SELECT * INTO gone FROM tieout.machine m WHERE m.machine_id = machine FOR UPDATE;
  IF gone.person IS DISTINCT FROM tieout.my_person() THEN PERFORM tieout.must_be('admin'); END IF;
  PERFORM tieout.must_be_me();
  IF gone.machine_id IS NULL THEN PERFORM tieout.refuse('TO006', 'no such machine'); END IF;
  UPDATE tieout.machine m SET revoked_at = coalesce(revoked_at, clock_timestamp()), revoked_by = coalesce(revoked_by, tieout.my_person())
    WHERE m.machine_id = machine;
  -- Whoever has the laptop may have made themselves an invitation.
  UPDATE tieout.invite SET until = clock_timestamp() WHERE person = gone.person AND used_at IS NULL AND until > clock_timestamp();
  UPDATE tieout.lease SET until = clock_timestamp() WHERE machine_id = machine AND until > clock_timestamp();
  EXECUTE format('ALTER ROLE %I NOLOGIN', gone.role);
  PERFORM pg_notify('tieout', 'm:');
  IF gone.role <> session_user THEN
    BEGIN
      PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = gone.role AND datname = current_database();
    EXCEPTION WHEN insufficient_privilege THEN NULL; -- Its open connections see nothing anyway.
    END;
  END IF;
END $$;
`;

const MEMBERS = `
-- TO007: a firm always has somebody who administers it.
CREATE FUNCTION tieout.must_keep_admin() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM tieout.member WHERE app_role = 'admin' AND disabled_at IS NULL)
    THEN PERFORM tieout.refuse('TO007', 'the last administrator'); END IF;
END $$;

-- Changes what a person may do. Nulls leave things as they are; an empty list of clients means all.
CREATE FUNCTION tieout.member_set(who text, as_role text, clients text[], is_active boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE known text := (SELECT person FROM tieout.member WHERE lower(person) = lower(who));
BEGIN
  PERFORM tieout.must_be('admin');
  IF known IS NULL THEN PERFORM tieout.refuse('TO006', 'no such person'); END IF;
  UPDATE tieout.member SET app_role = coalesce(as_role, app_role),
    disabled_at = CASE WHEN is_active IS NULL THEN disabled_at WHEN is_active THEN NULL ELSE coalesce(disabled_at, clock_timestamp()) END
    WHERE person = known;
  PERFORM tieout.must_keep_admin();
  IF clients IS NOT NULL THEN
    DELETE FROM tieout.member_client WHERE person = known;
    INSERT INTO tieout.member_client SELECT DISTINCT known, unnest(clients);
  END IF;
  PERFORM pg_notify('tieout', 'm:');
END $$;
`;

const rights = (members: string) => `
GRANT EXECUTE ON FUNCTION tieout.invite, tieout.join_firm, tieout.moved_in, tieout.revoke_machine, tieout.member_set TO ${members};
`;
