import { z } from "zod";

/** A client here whose books the firm has under another id, with the connection that the firm has for them. */
export const twice = z.strictObject({
  clientId: z.string(),
  serverId: z.string(),
  connection: z.strictObject({ connectionId: z.string(), body: z.string() }),
});
export type Twice = z.infer<typeof twice>;

export interface WithConnection {
  readonly clientId: string;
  readonly body: {
    readonly connection?: {
      readonly connectionId: string;
      readonly system: string;
      readonly tenantId: string;
      readonly body: string;
    } | null;
  };
}

/**
 * Those of the clients here whose books the firm has under another id. Where it has them under both, as when two computers connected them
 * at the same time, the id that comes first is the one that counts.
 */
export function findTwice(here: readonly WithConnection[], there: readonly WithConnection[]): Twice[] {
  return here.flatMap(({ clientId, body: { connection: own } }) => {
    if (own == null) return [];
    const isSame = ({ body: { connection } }: WithConnection) => connection?.system === own.system && connection.tenantId === own.tenantId;
    const [first] = there.filter(isSame).toSorted((one, other) => (one.clientId < other.clientId ? -1 : 1));
    if (first?.body.connection == null || first.clientId === clientId) return [];
    const { connectionId, body } = first.body.connection;
    return [{ clientId, serverId: first.clientId, connection: { connectionId, body } }];
  });
}
