import { FACT_RIGHTS } from "../fact-rights.ts";
import type { ServerMigration } from "../migration.ts";

/**
 * The two logs of each client: what people recorded (`fact`), and what a sync committed (`mirror_page`). An append locks the
 * client's row of `client_log` until its transaction ends, so numbers have no gaps and a smaller number is never committed after a
 * larger one: a reader that has read to n has missed nothing.
 */
export const serverLogs: ServerMigration = {
  number: 3,
  name: "logs",
  statements: ({ members }) => [HEADS, facts(), APPEND_FACT, pages(), APPEND_PAGE, policies(members)],
};

const PARTITIONS = 16;

const HEADS = `
CREATE TABLE tieout.client_log (
  client_id text PRIMARY KEY REFERENCES tieout.client,
  next_fact bigint NOT NULL DEFAULT 1,
  next_page bigint NOT NULL DEFAULT 1,
  fact_head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  page_head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
);

CREATE FUNCTION tieout.lock_log(client text) RETURNS tieout.client_log
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE head tieout.client_log;
BEGIN
  SELECT * INTO head FROM tieout.client_log WHERE client_id = client FOR UPDATE;
  IF FOUND THEN RETURN head; END IF;
  INSERT INTO tieout.client_log (client_id) VALUES (client) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM tieout.client_log WHERE client_id = client FOR UPDATE;
  RETURN head;
END $$;

CREATE FUNCTION tieout.digest(value text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT sha256(convert_to(coalesce(value, ''), 'UTF8')) $$;
-- The way in which times go into a hash.
CREATE FUNCTION tieout.utc(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') $$;
`;

const partitions = (table: string) =>
  Array.from(
    { length: PARTITIONS },
    (_, at) =>
      `CREATE TABLE tieout.${table}_${at} PARTITION OF tieout.${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${at});
ALTER TABLE tieout.${table}_${at} ENABLE ROW LEVEL SECURITY;`,
  ).join("\n");

const facts = () => `
CREATE TABLE tieout.fact (
  client_id text NOT NULL,
  fact_no bigint NOT NULL,
  fact_id uuid NOT NULL,
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
  -- 'own': its person's own act. 'moved_in': recorded before the firm had a server, and brought along by the person.
  source text NOT NULL DEFAULT 'own' CHECK (source IN ('own', 'moved_in')),
  -- JSON, as text: its hash is the one of exactly these characters.
  body text NOT NULL,
  person text NOT NULL,
  machine_id uuid NOT NULL,
  at timestamptz NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  -- What the rules look up, taken from the body.
  subject text,
  signer text NOT NULL,
  made_ms bigint,
  undone boolean NOT NULL,
  PRIMARY KEY (client_id, fact_no),
  UNIQUE (client_id, fact_id)
) PARTITION BY HASH (client_id);
CREATE INDEX fact_subject ON tieout.fact (client_id, kind, subject);
${partitions("fact")}

-- The least role that may record a kind; a preparer's where it isn't listed.
CREATE TABLE tieout.fact_right (kind text PRIMARY KEY, needed text NOT NULL CHECK (tieout.role_rank(needed) IS NOT NULL));
INSERT INTO tieout.fact_right VALUES ${Object.entries(FACT_RIGHTS)
  .map(([kind, role]) => `('${kind}', '${role}')`)
  .join(", ")};

-- The name in \`name@machine\`, as names are compared.
CREATE FUNCTION tieout.name_of(noted text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT lower(CASE WHEN noted ~ '.@' THEN regexp_replace(noted, '@[^@]*$', '') ELSE noted END) $$;

-- True when \`name\` signed \`wanted\` and the sign-off still counts.
CREATE FUNCTION tieout.has_signed(client text, of_kind text, wanted text, name text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM tieout.fact f WHERE f.client_id = client AND f.kind = of_kind AND f.subject = wanted AND f.signer = name AND NOT f.undone
    AND NOT EXISTS (SELECT FROM tieout.fact u WHERE u.client_id = client AND u.kind = of_kind AND u.subject = wanted
      AND u.signer = f.signer AND u.made_ms IS NOT DISTINCT FROM f.made_ms AND u.undone)) $$;
`;

/**
 * What a fact must satisfy, no matter which program sends it. TO010: it names another person as its author. TO011: the role isn't the
 * one of the sign-off's subject. TO012: one person as preparer and reviewer. TO013: moved-in records come too late, or TO002.
 */
const APPEND_FACT = `
CREATE FUNCTION tieout.check_sign_off(f tieout.fact, said jsonb, me text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  as_role text := (said ->> 'body')::jsonb ->> 'role';
  other text := CASE as_role WHEN 'preparer' THEN 'reviewer' ELSE 'preparer' END;
BEGIN
  IF as_role IS NULL OR as_role NOT IN ('preparer', 'reviewer') OR f.subject IS NULL OR right(f.subject, length(as_role) + 1) <> '|' || as_role THEN
    PERFORM tieout.refuse('TO011', 'the role of a sign-off is the one of its subject');
  END IF;
  IF f.source = 'own' THEN PERFORM tieout.must_be(as_role); END IF;
  IF f.undone THEN
    IF f.source = 'own' AND f.signer <> me AND NOT EXISTS (SELECT FROM tieout.fact s WHERE s.client_id = f.client_id AND s.kind = f.kind
        AND s.subject = f.subject AND s.signer = f.signer AND s.made_ms = f.made_ms AND s.body::jsonb ->> 'body' = said ->> 'body') THEN
      PERFORM tieout.refuse('TO010', 'nobody signed off what is undone');
    END IF;
  ELSIF tieout.has_signed(f.client_id, f.kind, left(f.subject, -length(as_role)) || other, f.signer) THEN
    PERFORM tieout.refuse('TO012', 'one person can''t be both preparer and reviewer');
  END IF;
END $$;

CREATE FUNCTION tieout.check_fact(f tieout.fact, said jsonb, me text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE first_signer text;
BEGIN
  IF f.source = 'moved_in' THEN
    IF EXISTS (SELECT FROM tieout.me() WHERE moved_in_at IS NOT NULL) THEN
      PERFORM tieout.refuse('TO013', 'this machine has moved in already');
    END IF;
    IF f.signer <> me THEN PERFORM tieout.must_be('admin'); END IF;
  ELSIF f.kind IN ('note', 'task') THEN
    SELECT signer INTO first_signer FROM tieout.fact
      WHERE client_id = f.client_id AND kind = f.kind AND subject = f.subject ORDER BY fact_no LIMIT 1;
    IF f.signer <> coalesce(first_signer, me) THEN PERFORM tieout.refuse('TO010', 'somebody else''s'); END IF;
  ELSIF (f.undone AND tieout.name_of(said ->> 'undoneBy') IS DISTINCT FROM me) OR (NOT f.undone AND f.signer <> me) THEN
    PERFORM tieout.refuse('TO010', 'somebody else''s');
  END IF;
  IF f.source = 'own' THEN
    PERFORM tieout.must_be(coalesce((SELECT needed FROM tieout.fact_right r WHERE r.kind = f.kind), 'preparer'));
  END IF;
  IF f.kind LIKE '%\\_sign' THEN PERFORM tieout.check_sign_off(f, said, me); END IF;
END $$;

CREATE FUNCTION tieout.append_fact() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me tieout.machine := tieout.must_be_me();
  head tieout.client_log;
  said jsonb := NEW.body::jsonb;
BEGIN
  PERFORM tieout.must_see(NEW.client_id);
  head := tieout.lock_log(NEW.client_id);
  NEW.fact_no := head.next_fact;
  NEW.person := me.person;
  NEW.machine_id := me.machine_id;
  NEW.at := clock_timestamp();
  NEW.previous := head.fact_head;
  NEW.subject := coalesce(said ->> 'subject', said ->> 'id', said ->> 'itemId');
  NEW.signer := coalesce(tieout.name_of(said ->> 'person'), lower(me.person));
  NEW.made_ms := (said ->> 'madeMs')::bigint;
  NEW.undone := said ->> 'undoneMs' IS NOT NULL;
  PERFORM tieout.check_fact(NEW, said, lower(me.person));
  NEW.hash := sha256(NEW.previous || tieout.digest(NEW.client_id) || tieout.digest(NEW.fact_no::text) || tieout.digest(NEW.fact_id::text)
    || tieout.digest(NEW.kind) || tieout.digest(NEW.source) || tieout.digest(NEW.body) || tieout.digest(NEW.person)
    || tieout.digest(NEW.machine_id::text) || tieout.digest(tieout.utc(NEW.at)));
  UPDATE tieout.client_log SET next_fact = next_fact + 1, fact_head = NEW.hash WHERE client_id = NEW.client_id;
  PERFORM pg_notify('tieout', 'f:' || NEW.client_id);
  RETURN NEW;
END $$;
CREATE TRIGGER append_fact BEFORE INSERT ON tieout.fact FOR EACH ROW EXECUTE FUNCTION tieout.append_fact();
`;

const pages = () => `
CREATE TABLE tieout.mirror_page (
  client_id text NOT NULL,
  page_no bigint NOT NULL,
  page_id uuid NOT NULL,
  fence bigint NOT NULL,
  stream text NOT NULL,
  kind text NOT NULL,
  cursor_before text,
  cursor_after text,
  body bytea NOT NULL,
  person text NOT NULL,
  machine_id uuid NOT NULL,
  at timestamptz NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (client_id, page_no),
  UNIQUE (client_id, page_id)
) PARTITION BY HASH (client_id);
-- The body is compressed already.
ALTER TABLE tieout.mirror_page ALTER COLUMN body SET STORAGE EXTERNAL;
${partitions("mirror_page")}

-- A client's file as it is after a page and a fact, in parts, so that a new machine doesn't replay years.
CREATE TABLE tieout.mirror_snapshot (
  client_id text NOT NULL,
  page_no bigint NOT NULL,
  fact_no bigint NOT NULL,
  part_no int NOT NULL,
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL,
  machine_id uuid NOT NULL DEFAULT tieout.my_machine(),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (client_id, page_no, fact_no, part_no)
);
ALTER TABLE tieout.mirror_snapshot ALTER COLUMN bytes SET STORAGE EXTERNAL;
`;

const APPEND_PAGE = `
CREATE FUNCTION tieout.append_page() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me tieout.machine := tieout.must_be_me();
  head tieout.client_log;
BEGIN
  PERFORM tieout.must_see(NEW.client_id);
  PERFORM tieout.assert_fence(NEW.client_id, NEW.fence);
  head := tieout.lock_log(NEW.client_id);
  NEW.page_no := head.next_page;
  NEW.person := me.person;
  NEW.machine_id := me.machine_id;
  NEW.at := clock_timestamp();
  NEW.previous := head.page_head;
  NEW.hash := sha256(NEW.previous || tieout.digest(NEW.client_id) || tieout.digest(NEW.page_no::text) || tieout.digest(NEW.page_id::text)
    || tieout.digest(NEW.stream) || tieout.digest(NEW.kind) || tieout.digest(NEW.cursor_before) || tieout.digest(NEW.cursor_after)
    || sha256(NEW.body) || tieout.digest(NEW.machine_id::text) || tieout.digest(tieout.utc(NEW.at)));
  UPDATE tieout.client_log SET next_page = next_page + 1, page_head = NEW.hash WHERE client_id = NEW.client_id;
  PERFORM pg_notify('tieout', 'p:' || NEW.client_id);
  RETURN NEW;
END $$;
CREATE TRIGGER append_page BEFORE INSERT ON tieout.mirror_page FOR EACH ROW EXECUTE FUNCTION tieout.append_page();

-- Only whoever holds the lease knows that its file is a prefix of the log and nothing else.
CREATE FUNCTION tieout.check_snapshot() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_see(NEW.client_id);
  IF NOT EXISTS (SELECT FROM tieout.lease WHERE client_id = NEW.client_id AND machine_id = tieout.my_machine() AND until > clock_timestamp())
    THEN PERFORM tieout.refuse('TO005', 'the lease is lost'); END IF;
  IF sha256(NEW.bytes) <> NEW.sha256 THEN PERFORM tieout.refuse('TO009', 'a part of a snapshot differs from its hash'); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_snapshot BEFORE INSERT ON tieout.mirror_snapshot FOR EACH ROW EXECUTE FUNCTION tieout.check_snapshot();

-- Deletes the snapshots before a newer one.
CREATE FUNCTION tieout.snapshot_drop(client text, before_page bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_see(client);
  IF NOT EXISTS (SELECT FROM tieout.mirror_snapshot WHERE client_id = client AND page_no >= before_page) THEN RETURN; END IF;
  DELETE FROM tieout.mirror_snapshot WHERE client_id = client AND page_no < before_page;
END $$;
`;

const OF_MY_CLIENTS = `(SELECT tieout.sees_all()) OR client_id = ANY (ARRAY(SELECT tieout.seen_clients()))`;

const policies = (members: string) => `
${["client_log", "fact", "mirror_page", "mirror_snapshot"]
  .map(
    (table) => `
ALTER TABLE tieout.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY ${table}_read ON tieout.${table} FOR SELECT USING (${OF_MY_CLIENTS});
GRANT SELECT ON tieout.${table} TO ${members};`,
  )
  .join("\n")}
${["fact", "mirror_page", "mirror_snapshot"].map((table) => `CREATE POLICY ${table}_append ON tieout.${table} FOR INSERT WITH CHECK (${OF_MY_CLIENTS});`).join("\n")}
GRANT SELECT ON tieout.fact_right TO ${members};
GRANT INSERT (client_id, fact_id, kind, source, body) ON tieout.fact TO ${members};
GRANT INSERT (client_id, page_id, fence, stream, kind, cursor_before, cursor_after, body) ON tieout.mirror_page TO ${members};
GRANT INSERT (client_id, page_no, fact_no, part_no, bytes, sha256) ON tieout.mirror_snapshot TO ${members};
GRANT EXECUTE ON FUNCTION tieout.digest, tieout.utc, tieout.name_of, tieout.snapshot_drop TO ${members};
`;
