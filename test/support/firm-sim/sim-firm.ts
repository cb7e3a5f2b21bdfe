import { randomBytes } from "node:crypto";
import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import type { Reply } from "#shared/contract/reply.ts";
import { type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { createVirtualClock } from "#simulator/virtual-clock.ts";
import { createWorld, START_MS, type World, type WorldOptions } from "#test/support/world.ts";
import type { Tenant, TenantOptions } from "#test/support/world-tenant.ts";
import { onServer, SimDatabase, type Way } from "./sim-database.ts";
import { type PreparedMachine, simTemplate } from "./sim-template.ts";

/** One machine of a seed. */
export interface SimMachine {
  readonly is: PreparedMachine;
  readonly world: World;
  readonly way: Way & { lossChance: number };
  /** How far its wall clock is wrong. */
  aheadMs: number;
  isRevoked: boolean;
  /** Settles when it dies in the middle of this step; null where it won't. */
  death: Promise<void> | null;
  /** Asks as a window does. */
  route<N extends OperationName>(name: N, input: OperationInput<N>): Promise<Reply>;
  must<N extends OperationName>(name: N, input: OperationInput<N>): Promise<OperationOutput<N>>;
}

/** Everything of a seed. */
export interface SimFirm {
  readonly seed: number;
  readonly random: Random;
  readonly database: SimDatabase;
  readonly machines: SimMachine[];
  /** Those that nobody has shut out. */
  readonly active: readonly SimMachine[];
  /** The first machine's world: it has the ledgers. */
  readonly world: World;
  readonly tenants: readonly Tenant[];
  /** Defects that a machine's log has. */
  readonly defects: string[];
  /** The administrator shuts a machine out. */
  revoke(machine: SimMachine): Promise<void>;
  /** Another machine joins: the next that is prepared. */
  openMachine(): Promise<SimMachine>;
  end(): Promise<void>;
}

const MACHINES = 5;

/** @param more of a machine's world, by the machine's place */
export async function openSimFirm(
  seed: number,
  random: Random,
  tenants: readonly TenantOptions[],
  more: (at: number) => Partial<WorldOptions> = () => ({}),
): Promise<SimFirm> {
  const template = await simTemplate();
  const machines: SimMachine[] = [];
  const defects: string[] = [];
  const clock = createVirtualClock(START_MS);
  const database = await SimDatabase.copyOf(
    template.database,
    `sim_${randomBytes(8).toString("hex")}`,
    clock,
    template.machines[0]?.login ?? "",
  );
  const open = async (tenantsHere: readonly TenantOptions[]): Promise<SimMachine> => {
    const is = template.machines[machines.length] as PreparedMachine;
    const own = seededRandom(seed * 31 + machines.length);
    const way: SimMachine["way"] = {
      isCut: false,
      lossChance: 0,
      delayMs: () => randomInt(own, 1, 12),
      losesAnswer: () => way.lossChance > 0 && own() < way.lossChance,
    };
    const machine = { is, way, aheadMs: 0, isRevoked: false, death: null } as { -readonly [Key in keyof SimMachine]: SimMachine[Key] };
    machine.world = await createWorld({
      ...{ seed: seed * 7 + machines.length, tenants: tenantsHere, from: is.home, secrets: is.secrets },
      ...{
        person: `${is.person}@${is.name}`,
        clock,
        connectServer: database.through(way, () => machine.death),
        uuid: () => uuidOf(own),
        aheadMs: () => machine.aheadMs,
      },
      ...(machines[0] === undefined ? {} : { beside: machines[0].world }),
      ...more(machines.length),
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (event, error) => void defects.push(`${is.name} ${event}: ${error instanceof Error ? error.stack : String(error)}`),
      },
    });
    machine.route = (name, input) => machine.world.runtime.route(name, input);
    machine.must = async (name, input) => {
      const reply = await machine.route(name, input);
      if (!reply.ok) throw new Error(`${is.name} ${name}: ${JSON.stringify(reply.failure)}`);
      return reply.value as never;
    };
    machines.push(machine);
    return machine;
  };
  const first = await open(tenants);
  for (let at = 1; at < MACHINES; at++) await open([]);
  return {
    ...{ seed, random, database, machines, defects, world: first.world, tenants: first.world.tenants },
    get active() {
      return machines.filter(({ isRevoked }) => !isRevoked);
    },
    revoke: async (machine) => {
      await database.asAdmin(`SELECT tieout.revoke_machine('${machine.is.machineId}')`);
      machine.isRevoked = true;
    },
    openMachine: () => open([]),
    end: async () => {
      // Logins belong to the whole server, and the next seed has the same.
      for (const { is, isRevoked } of machines) if (isRevoked) await onServer(`ALTER ROLE ${is.login} LOGIN`);
      for (const { world } of machines.toReversed()) await world.close();
      await database.drop();
    },
  };
}

/** A UUID that depends on the seed alone. */
function uuidOf(random: Random): string {
  const hex = () => randomInt(random, 0, 65_535).toString(16).padStart(4, "0");
  return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`;
}
