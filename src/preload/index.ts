import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import { EVENT_CHANNEL, INVOKE_CHANNEL, SUBSCRIBE_CHANNEL } from "#shared/contract/channels.ts";

type Listener = (news: unknown) => void;

const listeners = new Set<Listener>();

/** Sends one question or command to the core; the answer is a value or a failure as data. */
function invoke(method: string, input: unknown): Promise<unknown> {
  return ipcRenderer.invoke(INVOKE_CHANNEL, { method, input });
}

/** Hands every piece of news to the listener, without the event object that carries the sender. */
function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    ipcRenderer.on(EVENT_CHANNEL, deliver);
    ipcRenderer.send(SUBSCRIBE_CHANNEL, true);
  }
  return function unsubscribe(): void {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    ipcRenderer.off(EVENT_CHANNEL, deliver);
    ipcRenderer.send(SUBSCRIBE_CHANNEL, false);
  };
}

function deliver(_event: IpcRendererEvent, news: unknown): void {
  for (const listener of listeners) listener(news);
}

contextBridge.exposeInMainWorld("tieout", { invoke, subscribe });
