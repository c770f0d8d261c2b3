import type { Executor } from "#server/platform/db/pool.ts";
import { flag, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";

/** How many are deleted at the same time. */
const AT_ONCE = 16;

/**
 * Deletes the objects that no piece names anymore, and those whose writing was given up. Any number of processes may do this at once.
 * Those that the store does not delete stay on the list; if it deletes none of a batch, the others are not tried. Returns how many are
 * gone, and the last error.
 */
export async function deleteLooseObjects(
	db: Executor,
	store: Pick<ObjectStore, "delete">,
	signal: AbortSignal,
): Promise<{ deleted: number; error: unknown }> {
	// First, in its own statement: from then on none of them can become part of a piece (piece-store.ts).
	await db.query("UPDATE loose_objects SET held_until = NULL WHERE held_until <= now()");
	let deleted = 0;
	let error: unknown;
	for (let after = ""; !signal.aborted; ) {
		const batch = (
			await readRows(
				db,
				{ object: text },
				`SELECT object FROM loose_objects WHERE held_until IS NULL AND object > $1 ORDER BY object LIMIT ${AT_ONCE}`,
				[after],
			)
		).map(({ object }) => object);
		const last = batch.at(-1);
		if (last === undefined) break;
		after = last;
		const answers = await Promise.allSettled(batch.map((object) => store.delete(object)));
		const gone = batch.filter((_object, n) => answers[n]?.status === "fulfilled");
		error = answers.find((answer) => answer.status === "rejected")?.reason ?? error;
		await db.query("DELETE FROM loose_objects WHERE object = ANY ($1)", [gone]);
		deleted += gone.length;
		if (gone.length === 0) break;
	}
	return { deleted, error };
}

/** Whether anything was ever put into a store beside the database and is not known to be deleted. */
export async function hasObjects(db: Executor): Promise<boolean> {
	const row = await readRow(
		db,
		{ some: flag },
		`SELECT EXISTS (SELECT FROM loose_objects) OR EXISTS (SELECT FROM file_pieces WHERE object IS NOT NULL) AS some`,
	);
	return row?.some ?? false;
}
