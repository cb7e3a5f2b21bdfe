import type { ServerMigration } from "../migration.ts";

/**
 * Who works for the firm, on which machines, and for which clients. Every machine has a login role of its own, so that the
 * database knows both the person and the machine from `session_user` alone, and losing a laptop disables that laptop only.
 * Nothing a client program says about who it is counts.
 */
export const serverPeople: ServerMigration = {
  number: 1,
  name: "people",
  statements: ({ members }) => [tables(members), WHO_AM_I, REFUSALS, policies(members)],
};

const tables = (members: string) => `
REVOKE ALL ON SCHEMA tieout FROM PUBLIC;
GRANT USAGE ON SCHEMA tieout TO ${members};

CREATE TABLE tieout.member (
  person text PRIMARY KEY CHECK (person = btrim(person) AND length(person) BETWEEN 1 AND 120),
  app_role text NOT NULL CHECK (app_role IN ('viewer', 'preparer', 'reviewer', 'admin')),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  added_by text,
  disabled_at timestamptz
);
CREATE UNIQUE INDEX member_name ON tieout.member (lower(person));

-- A person without a row here sees every client.
CREATE TABLE tieout.member_client (
  person text NOT NULL REFERENCES tieout.member,
  client_id text NOT NULL,
  PRIMARY KEY (person, client_id)
);

CREATE TABLE tieout.machine (
  machine_id uuid PRIMARY KEY,
  role name NOT NULL UNIQUE,
  person text NOT NULL REFERENCES tieout.member,
  name text NOT NULL CHECK (length(name) <= 200),
  age_recipient text NOT NULL,
  signing_key text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Until then it may bring records that other people made before the firm had a server.
  moved_in_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
CREATE INDEX machine_person ON tieout.machine (person);

CREATE TABLE tieout.invite (
  code_hash bytea PRIMARY KEY,
  role name NOT NULL UNIQUE,
  person text NOT NULL REFERENCES tieout.member,
  app_role text NOT NULL,
  until timestamptz NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_by text,
  used_at timestamptz
);

CREATE TABLE tieout.client (
  client_id text PRIMARY KEY CHECK (length(client_id) <= 100),
  name text NOT NULL,
  body jsonb NOT NULL DEFAULT '{}'
);
-- The log of the firm's own records.
INSERT INTO tieout.client VALUES ('', 'The firm');
`;

const WHO_AM_I = `
CREATE FUNCTION tieout.role_rank(app_role text) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT array_position(ARRAY['viewer', 'preparer', 'reviewer', 'admin'], app_role) $$;

-- No row for a machine or person that was shut out.
CREATE FUNCTION tieout.me() RETURNS SETOF tieout.machine LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT m.* FROM tieout.machine m JOIN tieout.member p USING (person)
   WHERE m.role = session_user AND m.revoked_at IS NULL AND p.disabled_at IS NULL $$;

CREATE FUNCTION tieout.my_person() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT person FROM tieout.me() $$;

CREATE FUNCTION tieout.my_machine() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT machine_id FROM tieout.me() $$;

CREATE FUNCTION tieout.my_role() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT p.app_role FROM tieout.me() JOIN tieout.member p USING (person) $$;

CREATE FUNCTION tieout.may(needed text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT coalesce(tieout.role_rank(tieout.my_role()) >= tieout.role_rank(needed), false) $$;

CREATE FUNCTION tieout.sees_all() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT EXISTS (SELECT FROM tieout.me() WHERE NOT EXISTS (SELECT FROM tieout.member_client c WHERE c.person = me.person)) $$;

CREATE FUNCTION tieout.seen_clients() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT c.client_id FROM tieout.me() JOIN tieout.member_client c USING (person) UNION ALL SELECT '' FROM tieout.me() $$;

CREATE FUNCTION tieout.sees(client text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT tieout.sees_all() OR client IN (SELECT tieout.seen_clients()) $$;

-- The owner of the schema sets a firm up before it has members.
CREATE FUNCTION tieout.is_owner() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
$$ SELECT pg_has_role(session_user, (SELECT nspowner FROM pg_namespace WHERE nspname = 'tieout'), 'MEMBER') $$;
`;

/** Refusals with states of their own, which the desktop turns into plain words: `TO001` and so on. */
const REFUSALS = `
CREATE FUNCTION tieout.refuse(state text, message text, detail text DEFAULT '') RETURNS void LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION USING ERRCODE = state, MESSAGE = message, DETAIL = detail; END $$;

-- The calling machine. TO001: it isn't one of the firm's, or was shut out.
CREATE FUNCTION tieout.must_be_me() RETURNS tieout.machine LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE found_me tieout.machine;
BEGIN
  SELECT * INTO found_me FROM tieout.me();
  IF found_me.machine_id IS NULL THEN PERFORM tieout.refuse('TO001', 'this machine is not one of the firm''s'); END IF;
  RETURN found_me;
END $$;

-- TO002: the person's role is too low; the detail names who could.
CREATE FUNCTION tieout.must_be(needed text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_be_me();
  IF NOT tieout.may(needed) THEN
    PERFORM tieout.refuse('TO002', 'needs the role ' || needed, (
      SELECT coalesce(string_agg(person, ', ' ORDER BY person), '') FROM tieout.member
      WHERE disabled_at IS NULL AND tieout.role_rank(app_role) >= tieout.role_rank(needed)));
  END IF;
END $$;

-- TO003: the person doesn't work on this client.
CREATE FUNCTION tieout.must_see(client text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_be_me();
  IF NOT tieout.sees(client) THEN PERFORM tieout.refuse('TO003', 'not a client of this person', client); END IF;
END $$;
`;

const policies = (members: string) => `
GRANT SELECT ON tieout.member, tieout.member_client, tieout.client TO ${members};
GRANT SELECT (machine_id, person, name, age_recipient, signing_key, added_at, moved_in_at, revoked_at, revoked_by) ON tieout.machine TO ${members};
GRANT EXECUTE ON FUNCTION tieout.role_rank, tieout.me, tieout.my_person, tieout.my_machine, tieout.my_role, tieout.may, tieout.sees_all,
  tieout.seen_clients, tieout.sees, tieout.is_owner, tieout.refuse, tieout.must_be_me, tieout.must_be, tieout.must_see TO ${members};

ALTER TABLE tieout.member ENABLE ROW LEVEL SECURITY;
ALTER TABLE tieout.member_client ENABLE ROW LEVEL SECURITY;
ALTER TABLE tieout.machine ENABLE ROW LEVEL SECURITY;
ALTER TABLE tieout.invite ENABLE ROW LEVEL SECURITY;
ALTER TABLE tieout.client ENABLE ROW LEVEL SECURITY;
CREATE POLICY member_read ON tieout.member FOR SELECT USING ((SELECT tieout.my_person()) IS NOT NULL);
CREATE POLICY member_client_read ON tieout.member_client FOR SELECT USING ((SELECT tieout.may('admin')) OR person = (SELECT tieout.my_person()));
CREATE POLICY machine_read ON tieout.machine FOR SELECT USING ((SELECT tieout.my_person()) IS NOT NULL);
CREATE POLICY client_read ON tieout.client FOR SELECT
  USING ((SELECT tieout.sees_all()) OR client_id = ANY (ARRAY(SELECT tieout.seen_clients())));

-- Adds a client or renames it. Whoever works on chosen clients only also works on the one they add.
CREATE FUNCTION tieout.client_put(client text, client_name text, client_body jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_be('preparer');
  IF EXISTS (SELECT FROM tieout.client c WHERE c.client_id = client) THEN PERFORM tieout.must_see(client); END IF;
  IF client = '' THEN PERFORM tieout.refuse('TO003', 'not a client', client); END IF;
  INSERT INTO tieout.client AS c VALUES (client, client_name, client_body)
    ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, body = excluded.body;
  IF NOT tieout.sees(client) THEN INSERT INTO tieout.member_client VALUES (tieout.my_person(), client); END IF;
END $$;
GRANT EXECUTE ON FUNCTION tieout.client_put TO ${members};
`;
