import { useCoreQuery } from "./core-query.ts";

interface Entity {
  readonly id: string;
  readonly name: string;
}

/** The legal entities of the client's ledger; none where it has one only. */
export function useEntities(clientId: string): readonly Entity[] {
  const connection = useCoreQuery("connections.show", { clientId });
  const entities = connection.data?.organisation?.entities.filter(({ isElimination }) => !isElimination) ?? [];
  return entities.length > 1 ? entities : [];
}

/** What an entity is called; its id where nothing tells. */
export function useEntityName(clientId: string): (id: string) => string {
  const entities = useEntities(clientId);
  return (id) => entities.find((entity) => entity.id === id)?.name ?? id;
}
