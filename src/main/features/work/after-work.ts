import type { ApiContext } from "#main/api/context.ts";
import { clientSource } from "#main/operations/client-source.ts";
import { copyOpenWork } from "#main/operations/copy-open-work.ts";

/** What waits for people is copied to where the inbox looks. */
export async function afterWork(context: ApiContext, { clientId: id }: { readonly clientId: string }): Promise<void> {
  const source = await clientSource(context, id);
  if (source !== null) await copyOpenWork(context, source);
}

/** The names that a text can mention. */
export async function activeNames({ people }: ApiContext): Promise<string[]> {
  return (await people.list()).filter(({ active }) => active).map(({ name }) => name);
}
