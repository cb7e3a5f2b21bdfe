import type { ApiContext } from "#main/api/context.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { type ReviewBundle, reviewBundle } from "#shared/model/close/review-bundle.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

interface SealedFile {
  readonly path: string;
  readonly passphrase: string;
}

/** A client of the bundle that is here too. */
interface KnownClient {
  readonly clientId: string;
  readonly name: string;
  readonly review: ReviewBundle["clients"][number]["review"];
}

interface OpenedBundle {
  readonly bundle: ReviewBundle;
  readonly known: readonly KnownClient[];
  readonly unknownClients: string[];
}

const NO_FILES: Failure = { code: "not_supported", message: "Review bundles aren't available in this version of Tieout." };

/** Writes the reviews of clients into one encrypted file. */
export async function sealBundle(
  { sealedFiles, clock, person }: ApiContext,
  clients: ReviewBundle["clients"],
  { path, passphrase }: SealedFile,
): Promise<Result<{ readonly bytes: number; readonly sha256: string }, Failure>> {
  if (sealedFiles === undefined) return fail(NO_FILES);
  const bundle: ReviewBundle = { format: "tieout-review", version: 1, madeAt: clock.now(), madeBy: person, clients };
  return sealedFiles.write(path, JSON.stringify(bundle), passphrase);
}

/** Opens a file and finds the clients that are here too. */
export async function openBundle(context: ApiContext, { path, passphrase }: SealedFile): Promise<Result<OpenedBundle, Failure>> {
  if (context.sealedFiles === undefined) return fail(NO_FILES);
  const text = await context.sealedFiles.read(path, passphrase);
  if (!text.ok) return text;
  const bundle = reviewBundle.safeParse(jsonOf(text.value));
  if (!bundle.success)
    return fail({
      code: "invalid_input",
      message: `${path} isn't a review bundle that this version of Tieout can read.`,
      field: "path",
      next: "Update Tieout on both computers, or ask the sender for the file again.",
    });
  const connections = await context.connections.all();
  const names = new Map((await context.pool.must("firm.clients", {})).map(({ clientId, name }) => [clientId, name]));
  const known: KnownClient[] = [];
  const unknownClients: string[] = [];
  for (const { system, tenantId, name, review } of bundle.data.clients) {
    const stored = connections.find((one) => one.system === system && one.tenantId === tenantId && one.discovery !== null);
    if (stored === undefined) unknownClients.push(name);
    else known.push({ clientId: stored.clientId, name: names.get(stored.clientId) ?? name, review });
  }
  return ok({ bundle: bundle.data, known, unknownClients });
}

/** A file that opens says only who knows the passphrase, not what made it. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
