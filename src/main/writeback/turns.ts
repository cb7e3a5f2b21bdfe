/** The turn of a job. */
export interface JobTurn {
  readonly jobId: string;
  /** Ends the turn between two requests. */
  readonly stop: AbortController;
  /** Nothing of the job has left: it's being checked, or its first request waits for a limit of the ledger. */
  mayStop: boolean;
}

/** One job at a time per client, in the order asked for. */
export class WriteTurns {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #current = new Map<string, JobTurn>();
  /** What is being done with jobs whose turn hasn't come. */
  readonly #aside = new Map<string, Promise<unknown>>();

  /** Does something when everything that was asked for before is over. */
  inTurn<T>(clientId: string, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(clientId) ?? Promise.resolve();
    const turn = before.then(act, act);
    this.#last.set(clientId, settled(turn));
    return turn;
  }

  /** Gives a job its turn. */
  ofJob<T>(clientId: string, jobId: string, act: (turn: JobTurn) => Promise<T>): Promise<T> {
    return this.inTurn(clientId, async () => {
      const turn = { jobId, stop: new AbortController(), mayStop: true };
      this.#current.set(clientId, turn);
      try {
        await this.#aside.get(jobId);
        return await act(turn);
      } finally {
        this.#current.delete(clientId);
      }
    });
  }

  /**
   * Does something with a job at once where its turn hasn't come, and otherwise after its turn, which ends first while nothing
   * of the job has left: a wait for a limit of the ledger can take a day.
   */
  outOfTurn<T>(clientId: string, jobId: string, act: () => Promise<T>): Promise<T> {
    const current = this.#current.get(clientId);
    if (current?.jobId === jobId) {
      if (current.mayStop) current.stop.abort();
      return this.inTurn(clientId, act);
    }
    const done = act();
    const over = settled(done).finally(() => {
      if (this.#aside.get(jobId) === over) this.#aside.delete(jobId);
    });
    this.#aside.set(jobId, over);
    return done;
  }

  /** Resolves when everything that was asked for until now is over. */
  async idle(): Promise<void> {
    await Promise.all([...this.#last.values(), ...this.#aside.values()]);
  }
}

function settled(work: Promise<unknown>): Promise<unknown> {
  return work.catch(() => undefined);
}
