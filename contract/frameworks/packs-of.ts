import type { CatalogControl } from "#contract/controls/catalog.ts";
import { faultsOf, type Pack, type ShippedId, type ShippedPack, shippedPack } from "./pack.ts";

/** Packs by id, in the order of `files`, whose names are the ids. Throws at the first invalid pack and names it. */
export function packsOf<K extends ShippedId>(files: Readonly<Record<K, unknown>>): Readonly<Record<K, ShippedPack>> {
	const packs = Object.fromEntries(
		Object.entries(files).map(([name, file]) => {
			const read = shippedPack.safeParse(file);
			if (!read.success) {
				const { path = [], message = "" } = read.error.issues[0] ?? {};
				throw new Error(`${name} is no framework pack: ${path.join(".")}: ${message}`);
			}
			if (read.data.id !== name) throw new Error(`${name} is no framework pack: its id is ${read.data.id}.`);
			const [fault] = faultsOf(read.data);
			if (fault !== undefined) throw new Error(`${name} is no framework pack: ${fault}.`);
			return [name, read.data];
		}),
	);
	return packs as Record<K, ShippedPack>;
}

/**
 * Why our controls cannot be used with these packs; empty if they can. Codes must be unique, and each control serves only
 * requirements that are in a pack.
 */
export function faultsOfCatalog(
	controls: readonly CatalogControl[],
	packs: Readonly<Partial<Record<ShippedId, Pack>>>,
): string[] {
	const known = new Map(
		Object.entries(packs).map(([framework, { requirements }]) => [
			framework,
			new Set(requirements.map(({ id }) => id)),
		]),
	);
	const codes = new Set<string>();
	return controls.flatMap(({ code, requirements }) => {
		const twice = codes.has(code) ? [`${code} is there twice`] : [];
		codes.add(code);
		const unknown = Object.entries(requirements).flatMap(([framework, ids]) =>
			ids
				.filter((id) => known.get(framework)?.has(id) === false)
				.map((id) => `${code} serves ${id}, which is not in the pack of ${framework}`),
		);
		return [...twice, ...unknown];
	});
}
