import type { Clock } from "#main/ports/index.ts";
import type { Person, PersonChange } from "#main/store/clients/people.ts";
import type { WorkerPool } from "#main/workers/pool.ts";
import type { PersonView } from "#shared/contract/clients/people.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The people of the firm, and who works here now. Held in memory: every act asks. */
export class People {
  readonly #pool: WorkerPool;
  readonly #clock: Clock;
  readonly #machine: string;
  readonly #acting: () => string | null;
  #current: Person;

  private constructor(pool: WorkerPool, clock: Clock, machine: string, current: Person, acting: () => string | null) {
    this.#pool = pool;
    this.#clock = clock;
    this.#machine = machine;
    this.#current = current;
    this.#acting = acting;
  }

  /**
   * @param user who uses the machine, `name@machine`
   * @param acting whose act it is, where it isn't the user's: the demo firm's people work in the background
   */
  static async open(pool: WorkerPool, clock: Clock, user: string, acting: () => string | null = () => null): Promise<People> {
    const at = user.lastIndexOf("@");
    const name = at < 0 ? user : user.slice(0, at);
    const current = await pool.must("firm.currentPerson", { name, nowMs: clock.nowMs() });
    return new People(pool, clock, at < 0 ? "" : user.slice(at), current, acting);
  }

  /** As noted beside every act: `name@machine`. */
  get noted(): string {
    return `${this.#acting() ?? this.#current.name}${this.#machine}`;
  }

  /** This machine, as noted behind a name; empty where the host has none. */
  get machine(): string {
    return this.#machine.slice(1);
  }

  get name(): string {
    return this.#current.name;
  }

  get role(): PersonRole {
    return this.#current.role;
  }

  async list(): Promise<PersonView[]> {
    return (await this.#pool.must("firm.people", {})).map((person) => this.#view(person));
  }

  async add(person: { readonly name: string; readonly role: PersonRole }): Promise<Result<PersonView, Failure>> {
    return this.#after(await this.#pool.must("firm.addPerson", { ...person, by: this.noted, nowMs: this.#clock.nowMs() }));
  }

  async change(change: PersonChange): Promise<Result<PersonView, Failure>> {
    const changed = await this.#pool.must("firm.changePerson", change);
    if (changed.ok && changed.value.name === this.#current.name) this.#current = changed.value;
    return this.#after(changed);
  }

  async use(name: string): Promise<Result<PersonView, Failure>> {
    const used = await this.#pool.must("firm.usePerson", { name });
    if (used.ok) this.#current = used.value;
    return this.#after(used);
  }

  #after(done: Result<Person, Failure>): Result<PersonView, Failure> {
    return done.ok ? ok(this.#view(done.value)) : done;
  }

  #view(person: Person): PersonView {
    return { ...person, current: person.name === this.#current.name };
  }
}
