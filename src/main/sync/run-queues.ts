import type { QueueView } from "#shared/contract/sync/sync.ts";

/** What a run's requests wait for: by what they are for (data sets, checks), several of one perhaps. */
export class RunQueues {
  readonly #told = new Map<object, { readonly key: string; readonly queue: QueueView }>();

  /** @param request identifies the request that waits */
  tell(request: object, key: string, queue: QueueView): void {
    this.#told.set(request, { key, queue });
  }

  /** The request waits no longer. */
  forget(request: object): void {
    this.#told.delete(request);
  }

  /** Forgets all requests for one thing. @returns what one of them was waiting for */
  forgetAll(key: string): QueueView | undefined {
    let waited: QueueView | undefined;
    for (const [request, told] of this.#told) {
      if (told.key !== key) continue;
      waited ??= told.queue;
      this.#told.delete(request);
    }
    return waited;
  }

  byKey(): ReadonlyMap<string, QueueView> {
    return new Map([...this.#told.values()].map(({ key, queue }) => [key, queue]));
  }
}
