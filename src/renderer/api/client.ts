import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import { needsPin } from "#shared/contract/clients/people.ts";
import type { TopicName, TopicPayload } from "#shared/contract/index.ts";
import type { BridgeEvent, Reply } from "#shared/contract/reply.ts";
import { t } from "../language/t.ts";
import type { Bridge, LinkState } from "./bridge.ts";
import { electronBridge } from "./bridge-electron.ts";
import { loopbackBridge } from "./bridge-loopback.ts";
import { CallFailure } from "./call-failure.ts";
import { openSession } from "./session-token.ts";

type NewsListener = (payload: unknown) => void;

const shell = electronBridge();
const bridge: Bridge = shell ?? loopbackBridge(openSession());
const newsListeners = new Map<string, Set<NewsListener>>();
const linkListeners = new Set<(state: LinkState) => void>();
let link: LinkState = "connecting";
let listening = false;
let askForPin: (() => Promise<boolean>) | null = null;

/** Hands over what asks the current user for their PIN; it answers whether the right one was entered. */
export function connectPinDialog(ask: typeof askForPin): void {
  askForPin = ask;
}

/**
 * Calls the core. Where it wants the current user's PIN first, they are asked for it.
 * @throws CallFailure with the core's failure, or because the core can't be reached
 */
export async function call<M extends OperationName>(method: M, input: OperationInput<M>): Promise<OperationOutput<M>> {
  let answer = await reach(method, input);
  if (!answer.ok && needsPin(answer.failure) && (await askForPin?.()) === true) answer = await reach(method, input);
  if (!answer.ok) throw new CallFailure(answer.failure);
  return answer.value as OperationOutput<M>;
}

/** Listens to one topic until the returned function is called. */
export function subscribe<T extends TopicName>(topic: T, listener: (payload: TopicPayload<T>) => void): () => void {
  const heard = newsListeners.get(topic) ?? new Set<NewsListener>();
  newsListeners.set(topic, heard);
  const wrapped: NewsListener = (payload) => listener(payload as TopicPayload<T>);
  heard.add(wrapped);
  startListening();
  return () => heard.delete(wrapped);
}

/** Reports the state of the connection to the core, at once and at each change. */
export function subscribeLink(listener: (state: LinkState) => void): () => void {
  linkListeners.add(listener);
  startListening();
  listener(link);
  return () => linkListeners.delete(listener);
}

/**
 * Opens an address in a separate window.
 * @throws CallFailure when no window can be opened
 */
export async function openWindow(address: string): Promise<void> {
  const answer = await bridge.openWindow(address);
  if (!answer.ok) throw new CallFailure(answer.failure);
}

async function reach(method: OperationName, input: unknown): Promise<Reply> {
  try {
    return await bridge.invoke(method, input);
  } catch {
    // What the browser says of it ("Failed to fetch") helps nobody.
    return {
      ok: false,
      failure: {
        code: "core_unreachable",
        message: t("Tieout's background process isn't responding."),
        next:
          shell === null
            ? t(
                "Everything that was saved is safe, and this page reconnects automatically; if Tieout is no longer running in the terminal, start it there with “npm start”.",
              )
            : t(
                "Everything that was saved is safe, and Tieout reconnects automatically; if this message stays, close Tieout and open it again.",
              ),
      },
    };
  }
}

function startListening(): void {
  if (listening) return;
  listening = true;
  bridge.listen(deliver, (state) => {
    if (state === link) return;
    link = state;
    for (const listener of linkListeners) listener(state);
  });
}

function deliver(news: BridgeEvent): void {
  for (const listener of newsListeners.get(news.topic) ?? []) listener(news.payload);
}
