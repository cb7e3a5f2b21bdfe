import { useEffect } from "react";
import { call } from "../../api/client.ts";
import { every } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import text from "../../styles/text.module.css";

/** A computer that says nothing for 45 seconds no longer counts. */
const SAY_AGAIN_MS = 20_000;

/** Colleagues see at once that the client was closed here; where that fails, they see it when nothing more is said. */
function leave(clientId: string): void {
  call("firm.presence", { clientId, isOpen: false }).catch(() => undefined);
}

/** Which colleagues have the same client open; asking also says that this window has. */
export function Presence({ clientId }: { readonly clientId: string }) {
  const exchange = useCoreQuery("firm.exchange", {});
  const isShared = exchange.data !== undefined && exchange.data !== null;
  const { data, refetch } = useCoreQuery("firm.presence", { clientId, isOpen: true }, { enabled: isShared });
  useEffect(() => (isShared ? every(SAY_AGAIN_MS, () => void refetch()) : undefined), [isShared, refetch]);
  useEffect(() => {
    if (!isShared) return undefined;
    // An answer from an earlier visit may already be here. This one is still news.
    void refetch({ cancelRefetch: false });
    return () => leave(clientId);
  }, [isShared, clientId, refetch]);
  const people = data?.people ?? [];
  if (people.length === 0) return null;
  const said =
    people.length === 1
      ? t("{name} has this client open", { name: people[0] ?? "" })
      : t("{names} and {last} have this client open", { names: people.slice(0, -1).join(", "), last: people.at(-1) ?? "" });
  return (
    <span className={text.label} role="status">
      {said}
    </span>
  );
}
