import type { BridgeEvent, Reply } from "#shared/contract/reply.ts";
import { t } from "../language/t.ts";
import type { Bridge, LinkState } from "./bridge.ts";
import { later } from "./clock.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

/**
 * The bridge of the browser host: calls by POST, news as lines of JSON in one long answer.
 * @param session asks for its token
 */
export function loopbackBridge(session: () => Promise<string>): Bridge {
  const headers = async () => ({ "X-Tieout-Token": await session() });
  return {
    invoke: async (method, input) => {
      const answer = await fetch("/api/invoke", {
        method: "POST",
        headers: { ...(await headers()), "Content-Type": "application/json" },
        body: JSON.stringify({ method, input }),
      });
      if (isRefusal(answer.status)) return refusal();
      return (await answer.json()) as Reply;
    },
    openWindow: async (address) => {
      // The new tab starts with a copy of this one's session storage, and thus with its session.
      const opened = window.open(`/#${address}`, "_blank");
      if (opened === null)
        return {
          ok: false,
          failure: {
            code: "not_supported",
            message: t("The browser blocked the new tab."),
            next: t("Allow pop-ups for this page in the browser, then try again."),
          },
        };
      opened.opener = null;
      return { ok: true, value: {} };
    },
    listen: (onNews, onLink) => listenForever(headers, onNews, onLink),
  };
}

type Headers = () => Promise<Readonly<Record<string, string>>>;

function listenForever(headers: Headers, onNews: (news: BridgeEvent) => void, onLink: (state: LinkState) => void): () => void {
  const stop = new AbortController();
  let cancelWait: (() => void) | null = null;
  let wait = FIRST_WAIT_MS;
  const attempt = async (): Promise<void> => {
    const end = await readNews(headers, stop.signal, onNews, () => {
      wait = FIRST_WAIT_MS;
      onLink("up");
    });
    if (stop.signal.aborted) return;
    onLink(end);
    if (end === "refused") return;
    cancelWait = later(wait, () => void attempt());
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };
  void attempt();
  return () => {
    stop.abort();
    cancelWait?.();
  };
}

/** Reads news until the answer ends; says how it ended. A broken connection is an end, not a defect. */
async function readNews(
  headers: Headers,
  signal: AbortSignal,
  onNews: (news: BridgeEvent) => void,
  onOpen: () => void,
): Promise<"down" | "refused"> {
  try {
    const answer = await fetch("/api/events", { headers: await headers(), signal });
    if (isRefusal(answer.status)) return "refused";
    if (!answer.ok || answer.body === null) return "down";
    onOpen();
    let rest = "";
    for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim() !== "") onNews(JSON.parse(line) as BridgeEvent);
    }
    return "down";
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    return "down";
  }
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

function refusal(): Reply {
  return {
    ok: false,
    failure: {
      code: "needs_sign_in",
      message: t("This page isn't connected to Tieout."),
      next: t("In the terminal where Tieout is running, press Enter and open the new address."),
    },
  };
}
