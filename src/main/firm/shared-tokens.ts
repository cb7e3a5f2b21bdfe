import type { SharedTokens } from "#main/signin/oauth-refresh.ts";
import type { HeldToken } from "#main/signin/token-store.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { FirmGrants, GrantTurn, SharedGrant } from "./grants.ts";

/**
 * One grant of the firm as a token source keeps it. The newest token is the server's; what this machine's keychain holds counts only
 * until the grant is shared for the first time, and is deleted then.
 * @param clientsOf the clients that the grant is for, as far as this machine knows them
 */
export function sharedTokens(grants: FirmGrants, grantKey: string, clientsOf: () => Promise<readonly string[]>): SharedTokens {
  return (local) => {
    let turn: GrantTurn | null = null;
    const inTurn = async <T>(act: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> =>
      grants.renewing(grantKey, await clientsOf(), async (taken) => {
        turn = taken;
        try {
          return await act();
        } finally {
          turn = null;
        }
      });
    const kept = async (token: string): Promise<Result<number, Failure>> => {
      if (turn === null) return inTurn(() => kept(token));
      const done = await turn.keep(token);
      if (!done.ok) return done;
      // The keychain's copy is used up from here on.
      await local.forget();
      return ok(done.value.generation);
    };
    return {
      inTurn,
      tokens: {
        newest: async () => {
          const found = turn === null ? await grants.read(grantKey) : ok(turn.newest);
          if (!found.ok) return fail(found.failure);
          return found.value === null ? local.newest() : ok(held(found.value));
        },
        isLost: async () => {
          const found = turn === null ? await grants.read(grantKey) : ok(turn.newest);
          return found.ok && found.value === null && local.isLost();
        },
        previous: async () => null,
        keep: async (token) => (token === null ? dropped(grants, grantKey) : kept(token)),
        confirm: async () => undefined,
        refused: async () => undefined,
        forget: async () => {
          const gone = await grants.drop(grantKey);
          return gone.ok ? local.forget() : gone;
        },
      },
    };
  };
}

async function dropped(grants: FirmGrants, grantKey: string): Promise<Result<number, Failure>> {
  const gone = await grants.drop(grantKey);
  return gone.ok ? ok(0) : gone;
}

function held({ generation, token }: SharedGrant): HeldToken {
  return { generation, slot: "a", token };
}
