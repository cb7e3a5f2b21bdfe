import type { ServerMigration } from "../migration.ts";

/**
 * Who may call a ledger. Times are the database's clock. The fencing number grows with each new holder, and is checked in the
 * transaction that commits what the holder did, so a holder that fell asleep can't commit anything.
 */
export const serverLeases: ServerMigration = {
  number: 4,
  name: "leases",
  statements: ({ members }) => [LEASES, HOLDING, LIMITS, GRANTS, PRESENCE, policies(members)],
};

const LEASES = `
-- Besides clients, \`grant/KEY\` names the right to renew one sign-in.
CREATE TABLE tieout.lease (
  client_id text PRIMARY KEY,
  machine_id uuid REFERENCES tieout.machine,
  fence bigint NOT NULL DEFAULT 0,
  until timestamptz NOT NULL DEFAULT '-infinity',
  -- What the limiter had counted, for the next holder.
  counters jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX lease_machine ON tieout.lease (machine_id);

-- Takes the lease, or takes it on for whoever holds it already. No row: somebody else has it.
CREATE FUNCTION tieout.lease_take(client text, machine uuid, seconds int)
  RETURNS TABLE (fence bigint, until timestamptz, counters jsonb, is_new boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me tieout.machine := tieout.must_be_me();
  held tieout.lease;
  moment timestamptz := clock_timestamp();
  is_taken boolean;
BEGIN
  IF machine <> me.machine_id THEN PERFORM tieout.refuse('TO001', 'not this machine'); END IF;
  IF seconds NOT BETWEEN 1 AND 900 THEN PERFORM tieout.refuse('TO009', 'a lease is for 1 to 900 seconds'); END IF;
  PERFORM tieout.must_see_lease(client);
  INSERT INTO tieout.lease (client_id) VALUES (client) ON CONFLICT DO NOTHING;
  SELECT * INTO held FROM tieout.lease l WHERE l.client_id = client FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  IF held.until > moment AND held.machine_id IS DISTINCT FROM me.machine_id THEN RETURN; END IF;
  is_taken := held.until <= moment OR held.machine_id IS NULL;
  RETURN QUERY UPDATE tieout.lease l
    SET machine_id = me.machine_id, fence = l.fence + is_taken::int, until = moment + make_interval(secs => seconds)
    WHERE l.client_id = client RETURNING l.fence, l.until, l.counters, is_taken;
END $$;

CREATE FUNCTION tieout.must_see_lease(client text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF client LIKE 'grant/%' THEN
    IF NOT tieout.sees_all() AND EXISTS (SELECT FROM tieout.grant_secret g WHERE 'grant/' || g.grant_key = client
        AND NOT g.clients && ARRAY(SELECT tieout.seen_clients()))
      THEN PERFORM tieout.refuse('TO003', 'not a client of this person', client); END IF;
  ELSE
    PERFORM tieout.must_see(client);
    IF client = '' OR NOT EXISTS (SELECT FROM tieout.client c WHERE c.client_id = client)
      THEN PERFORM tieout.refuse('TO006', 'no such client', client); END IF;
  END IF;
END $$;
`;

const HOLDING = `
-- TO005: the lease is lost. Locks it so that nobody can take it before the caller's transaction has ended.
CREATE FUNCTION tieout.assert_fence(client text, held_fence bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM tieout.lease l WHERE l.client_id = client AND l.fence = held_fence AND l.machine_id = tieout.my_machine()
    AND l.until > clock_timestamp() FOR KEY SHARE;
  IF NOT FOUND THEN PERFORM tieout.refuse('TO005', 'the lease is lost', client); END IF;
END $$;

-- Null: the lease is lost.
CREATE FUNCTION tieout.lease_renew(client text, held_fence bigint, seconds int) RETURNS timestamptz
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE renewed timestamptz;
BEGIN
  IF seconds NOT BETWEEN 1 AND 900 THEN PERFORM tieout.refuse('TO009', 'a lease is for 1 to 900 seconds'); END IF;
  UPDATE tieout.lease l SET until = clock_timestamp() + make_interval(secs => seconds)
    WHERE l.client_id = client AND l.fence = held_fence AND l.machine_id = tieout.my_machine() AND l.until > clock_timestamp()
    RETURNING l.until INTO renewed;
  RETURN renewed;
END $$;

-- Saves what the limiter counted. False: the lease is lost.
CREATE FUNCTION tieout.lease_count(client text, held_fence bigint, counted jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE tieout.lease l SET counters = counted
    WHERE l.client_id = client AND l.fence = held_fence AND l.machine_id = tieout.my_machine() AND l.until > clock_timestamp();
  RETURN FOUND;
END $$;

-- Gives it back with what was counted; null leaves the counters as they were saved last. False: it was lost before.
CREATE FUNCTION tieout.lease_release(client text, held_fence bigint, counted jsonb DEFAULT NULL) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE tieout.lease l SET until = clock_timestamp(), machine_id = NULL, counters = coalesce(counted, l.counters)
    WHERE l.client_id = client AND l.fence = held_fence AND l.machine_id = tieout.my_machine() AND l.until > clock_timestamp();
  RETURN FOUND;
END $$;
`;

const LIMITS = `
-- Limits of the firm's app as a whole, a window at a time.
CREATE TABLE tieout.app_window (key text PRIMARY KEY, window_start timestamptz NOT NULL, used bigint NOT NULL);

-- Takes \`calls\` of a window's \`cap\`. @returns milliseconds until it is worth asking again; 0: taken.
CREATE FUNCTION tieout.app_take(app_key text, window_ms bigint, calls int, cap bigint) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  start timestamptz := to_timestamp((now_ms / window_ms) * window_ms / 1000.0);
BEGIN
  PERFORM tieout.must_be_me();
  IF window_ms < 1 OR calls < 1 OR calls > cap THEN PERFORM tieout.refuse('TO009', 'not a window'); END IF;
  INSERT INTO tieout.app_window AS w VALUES (app_key, start, calls) ON CONFLICT (key) DO UPDATE
    SET used = CASE WHEN w.window_start < start THEN calls ELSE w.used + calls END, window_start = greatest(w.window_start, start)
    WHERE w.window_start < start OR w.used + calls <= cap;
  IF FOUND THEN RETURN 0; END IF;
  RETURN greatest(1, window_ms - now_ms % window_ms);
END $$;
`;

const GRANTS = `
-- Sign-ins to ledgers, encrypted to the machines of the people who work on their clients. Nothing here can be read by the server.
CREATE TABLE tieout.grant_secret (
  grant_key text PRIMARY KEY CHECK (length(grant_key) BETWEEN 1 AND 200),
  clients text[] NOT NULL CHECK (cardinality(clients) > 0),
  generation bigint NOT NULL,
  ciphertext text NOT NULL,
  recipients uuid[] NOT NULL,
  fence bigint NOT NULL,
  person text NOT NULL,
  machine_id uuid NOT NULL,
  at timestamptz NOT NULL
);

-- The machines that a grant for these clients is encrypted to.
CREATE FUNCTION tieout.grant_readers(of_clients text[]) RETURNS TABLE (machine_id uuid, age_recipient text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_be_me();
  RETURN QUERY SELECT m.machine_id, m.age_recipient FROM tieout.machine m JOIN tieout.member p USING (person)
    WHERE m.revoked_at IS NULL AND p.disabled_at IS NULL AND (
      NOT EXISTS (SELECT FROM tieout.member_client c WHERE c.person = p.person)
      OR EXISTS (SELECT FROM tieout.member_client c WHERE c.person = p.person AND c.client_id = ANY (of_clients)))
    ORDER BY m.machine_id;
END $$;

-- Stores the next generation of a grant; the fence is the one of \`grant/KEY\`. TO008: another generation was stored meanwhile.
CREATE FUNCTION tieout.grant_put(key text, of_clients text[], after bigint, cipher text, readers uuid[], held_fence bigint) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE me tieout.machine := tieout.must_be_me();
BEGIN
  IF NOT tieout.sees_all() AND NOT of_clients <@ ARRAY(SELECT tieout.seen_clients() UNION SELECT unnest(g.clients) FROM tieout.grant_secret g
      WHERE g.grant_key = key) THEN PERFORM tieout.refuse('TO003', 'not clients of this person'); END IF;
  PERFORM tieout.assert_fence('grant/' || key, held_fence);
  INSERT INTO tieout.grant_secret VALUES (key, of_clients, after + 1, cipher, readers, held_fence, me.person, me.machine_id, clock_timestamp())
    ON CONFLICT (grant_key) DO UPDATE SET clients = excluded.clients, generation = excluded.generation, ciphertext = excluded.ciphertext,
      recipients = excluded.recipients, fence = excluded.fence, person = excluded.person, machine_id = excluded.machine_id, at = excluded.at
    WHERE grant_secret.generation = after;
  IF NOT FOUND THEN PERFORM tieout.refuse('TO008', 'another generation was stored'); END IF;
  PERFORM pg_notify('tieout', 'g:' || key);
  RETURN after + 1;
END $$;

-- The same secret for other readers: an administrator's machine does this when machines come and go.
CREATE FUNCTION tieout.grant_reseal(key text, same bigint, cipher text, readers uuid[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_be('admin');
  UPDATE tieout.grant_secret SET ciphertext = cipher, recipients = readers WHERE grant_key = key AND generation = same;
  IF NOT FOUND THEN PERFORM tieout.refuse('TO008', 'another generation was stored'); END IF;
  PERFORM pg_notify('tieout', 'g:' || key);
END $$;

CREATE FUNCTION tieout.grant_drop(key text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM tieout.must_be('preparer');
  PERFORM tieout.must_see_lease('grant/' || key);
  DELETE FROM tieout.grant_secret WHERE grant_key = key;
END $$;
`;

const PRESENCE = `
CREATE TABLE tieout.presence (
  client_id text NOT NULL REFERENCES tieout.client,
  person text NOT NULL,
  machine_id uuid NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (client_id, machine_id)
);

-- Says that the caller works on a client for the next seconds; 0 ends it.
CREATE FUNCTION tieout.presence_here(client text, seconds int) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE me tieout.machine := tieout.must_be_me();
BEGIN
  PERFORM tieout.must_see(client);
  IF seconds NOT BETWEEN 0 AND 900 THEN PERFORM tieout.refuse('TO009', 'presence is for 0 to 900 seconds'); END IF;
  INSERT INTO tieout.presence VALUES (client, me.person, me.machine_id, clock_timestamp() + make_interval(secs => seconds))
    ON CONFLICT (client_id, machine_id) DO UPDATE SET person = excluded.person, until = excluded.until;
  PERFORM pg_notify('tieout', 'w:' || client);
END $$;
`;

const policies = (members: string) => `
ALTER TABLE tieout.lease ENABLE ROW LEVEL SECURITY;
ALTER TABLE tieout.app_window ENABLE ROW LEVEL SECURITY;
ALTER TABLE tieout.grant_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE tieout.presence ENABLE ROW LEVEL SECURITY;
CREATE POLICY lease_read ON tieout.lease FOR SELECT USING (
  (SELECT tieout.sees_all()) OR client_id = ANY (ARRAY(SELECT tieout.seen_clients())) OR machine_id = (SELECT tieout.my_machine()));
CREATE POLICY app_window_read ON tieout.app_window FOR SELECT USING ((SELECT tieout.my_machine()) IS NOT NULL);
CREATE POLICY grant_secret_read ON tieout.grant_secret FOR SELECT USING (
  (SELECT tieout.sees_all()) OR clients && ARRAY(SELECT tieout.seen_clients()));
CREATE POLICY presence_read ON tieout.presence FOR SELECT USING (
  (SELECT tieout.sees_all()) OR client_id = ANY (ARRAY(SELECT tieout.seen_clients())));
GRANT SELECT ON tieout.lease, tieout.app_window, tieout.grant_secret, tieout.presence TO ${members};
GRANT EXECUTE ON FUNCTION tieout.lease_take, tieout.lease_renew, tieout.lease_count, tieout.lease_release, tieout.assert_fence,
  tieout.app_take, tieout.grant_readers, tieout.grant_put, tieout.grant_reseal, tieout.grant_drop, tieout.presence_here TO ${members};
`;
