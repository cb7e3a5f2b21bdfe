import type { ServerMigration } from "../migration.ts";

/**
 * The write queue of the whole firm, and the version chain of packs. A job's exact requests and their idempotency values are
 * committed here before the first byte is sent, by the holder of the client's lease alone. Job states are the desktop's.
 */
export const serverWrites: ServerMigration = {
  number: 5,
  name: "writes",
  statements: ({ members }) => [TABLES, CHECKS, policies(members)],
};

const TABLES = `
CREATE TABLE tieout.write_job (
  client_id text NOT NULL REFERENCES tieout.client,
  job_id text NOT NULL,
  action_id text NOT NULL,
  state text NOT NULL,
  content text NOT NULL,
  body text NOT NULL,
  -- Null while it is only queued; from then on the lease under which it was changed.
  fence bigint,
  person text NOT NULL,
  machine_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, job_id),
  UNIQUE (client_id, action_id)
);
CREATE INDEX write_job_state ON tieout.write_job (client_id, state);

CREATE TABLE tieout.write_call (
  client_id text NOT NULL,
  job_id text NOT NULL,
  attempt_no int NOT NULL,
  call_no int NOT NULL,
  purpose text NOT NULL,
  request text NOT NULL,
  fence bigint NOT NULL,
  machine_id uuid NOT NULL,
  sent_at timestamptz NOT NULL,
  answered_at timestamptz,
  status int,
  answer text,
  note text,
  PRIMARY KEY (client_id, job_id, attempt_no),
  FOREIGN KEY (client_id, job_id) REFERENCES tieout.write_job
);

CREATE TABLE tieout.pack_version (
  client_id text NOT NULL REFERENCES tieout.client,
  period text NOT NULL,
  version int NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  previous_sha256 text,
  body text NOT NULL DEFAULT '{}',
  person text NOT NULL,
  machine_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, period, version)
);
`;

const CHECKS = `
CREATE FUNCTION tieout.check_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE me tieout.machine := tieout.must_be_me();
BEGIN
  PERFORM tieout.must_see(NEW.client_id);
  IF TG_OP = 'INSERT' THEN
    PERFORM tieout.must_be('preparer');
    NEW.person := me.person;
    NEW.machine_id := me.machine_id;
    NEW.created_at := clock_timestamp();
    IF NEW.fence IS NOT NULL THEN PERFORM tieout.assert_fence(NEW.client_id, NEW.fence); END IF;
  ELSE
    PERFORM tieout.assert_fence(NEW.client_id, NEW.fence);
  END IF;
  NEW.updated_at := clock_timestamp();
  PERFORM pg_notify('tieout', 'j:' || NEW.client_id);
  RETURN NEW;
END $$;
CREATE TRIGGER check_job BEFORE INSERT OR UPDATE ON tieout.write_job FOR EACH ROW EXECUTE FUNCTION tieout.check_job();

CREATE FUNCTION tieout.check_call() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE me tieout.machine := tieout.must_be_me();
BEGIN
  PERFORM tieout.must_see(NEW.client_id);
  PERFORM tieout.assert_fence(NEW.client_id, NEW.fence);
  IF TG_OP = 'INSERT' THEN
    NEW.machine_id := me.machine_id;
    NEW.sent_at := clock_timestamp();
  ELSE
    NEW.answered_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_call BEFORE INSERT OR UPDATE ON tieout.write_call FOR EACH ROW EXECUTE FUNCTION tieout.check_call();

CREATE FUNCTION tieout.check_pack() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE me tieout.machine := tieout.must_be_me();
BEGIN
  PERFORM tieout.must_be('preparer');
  PERFORM tieout.must_see(NEW.client_id);
  PERFORM tieout.lock_log(NEW.client_id);
  SELECT coalesce(max(version), 0) + 1 INTO NEW.version FROM tieout.pack_version WHERE client_id = NEW.client_id AND period = NEW.period;
  SELECT p.sha256 INTO NEW.previous_sha256 FROM tieout.pack_version p
    WHERE client_id = NEW.client_id AND period = NEW.period AND version = NEW.version - 1;
  NEW.person := me.person;
  NEW.machine_id := me.machine_id;
  NEW.at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER check_pack BEFORE INSERT ON tieout.pack_version FOR EACH ROW EXECUTE FUNCTION tieout.check_pack();
`;

const OF_MY_CLIENTS = `(SELECT tieout.sees_all()) OR client_id = ANY (ARRAY(SELECT tieout.seen_clients()))`;

const policies = (members: string) => `
${["write_job", "write_call", "pack_version"]
  .map(
    (table) => `
ALTER TABLE tieout.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY ${table}_read ON tieout.${table} FOR SELECT USING (${OF_MY_CLIENTS});
CREATE POLICY ${table}_add ON tieout.${table} FOR INSERT WITH CHECK (${OF_MY_CLIENTS});
GRANT SELECT ON tieout.${table} TO ${members};`,
  )
  .join("\n")}
CREATE POLICY write_job_change ON tieout.write_job FOR UPDATE USING (${OF_MY_CLIENTS});
CREATE POLICY write_call_change ON tieout.write_call FOR UPDATE USING (${OF_MY_CLIENTS});
GRANT INSERT (client_id, job_id, action_id, state, content, body, fence), UPDATE (state, content, body, fence) ON tieout.write_job TO ${members};
GRANT INSERT (client_id, job_id, attempt_no, call_no, purpose, request, fence), UPDATE (status, answer, note, fence) ON tieout.write_call TO ${members};
GRANT INSERT (client_id, period, sha256, body) ON tieout.pack_version TO ${members};
`;
