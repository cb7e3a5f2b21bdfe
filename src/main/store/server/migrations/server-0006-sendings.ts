import type { ServerMigration } from "../migration.ts";

/**
 * A sending's number is from now on never smaller than the time at which it is given, in milliseconds: after a replica without the last
 * commits took over, no number is given twice for the same client. A job's time grows with each change, because machines tell by it
 * whether they have the newest.
 */
export const serverSendings: ServerMigration = {
  number: 6,
  name: "sendings",
  statements: () => [`ALTER TABLE tieout.write_call ALTER COLUMN attempt_no TYPE bigint;`, CHECK],
};

const CHECK = `
CREATE OR REPLACE FUNCTION tieout.check_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE me tieout.machine := tieout.must_be_me();
BEGIN
  PERFORM tieout.must_see(NEW.client_id);
  NEW.updated_at := clock_timestamp();
  IF TG_OP = 'INSERT' THEN
    PERFORM tieout.must_be('preparer');
    NEW.person := me.person;
    NEW.machine_id := me.machine_id;
    NEW.created_at := clock_timestamp();
    IF NEW.fence IS NOT NULL THEN PERFORM tieout.assert_fence(NEW.client_id, NEW.fence); END IF;
  ELSE
    PERFORM tieout.assert_fence(NEW.client_id, NEW.fence);
    NEW.updated_at := greatest(NEW.updated_at, OLD.updated_at + interval '1 millisecond');
  END IF;
  PERFORM pg_notify('tieout', 'j:' || NEW.client_id);
  RETURN NEW;
END $$;
`;
