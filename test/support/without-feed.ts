import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClientFile } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { PostingWriter } from "#main/store/postings/posting-writer.ts";
import type { World } from "./world.ts";
import type { Tenant } from "./world-tenant.ts";

/** Looks into a copy of a client's file; `keep` posts it as a connection would that has a general-ledger feed, or has none. */
export function lookWithoutFeed<T>(world: World, tenant: Tenant, look: (reader: MirrorReader, keep: (hasGlFeed: boolean) => void) => T): T {
  const home = mkdtempSync(join(tmpdir(), "tieout-copy-"));
  cpSync(world.home, home, { recursive: true });
  const db = openClientFile(home, tenant.source.clientId);
  try {
    const reader = new MirrorReader(db, tenant.source);
    const { baseCurrency } = tenant.books;
    return look(reader, (hasGlFeed) => new PostingWriter(reader, { baseCurrency, hasGlFeed }).catchUp());
  } finally {
    db.close();
    rmSync(home, { recursive: true });
  }
}
