import type { Config } from "../settings/config.ts";
import { startEmbeddedDatabase } from "./embedded/embedded.ts";

type Database = {
	/** For the role the server uses. */
	url: string;
	/** For the role that owns the tables; undefined if this process does not have it. */
	ownerUrl: string | undefined;
	/** Whether it is certain that no other process is connected. */
	alone: boolean;
	lost: Promise<void>;
	facts: [label: string, text: string][];
	close: () => Promise<void>;
};

/** The database to use: the given one, or our own, which this starts. `onFirst` is called before it is created. */
export async function openDatabase(
	{ DATABASE_URL, DATABASE_OWNER_URL, VAR_DIR }: Pick<Config, "DATABASE_URL" | "DATABASE_OWNER_URL" | "VAR_DIR">,
	onFirst: () => void,
): Promise<Database> {
	if (DATABASE_URL) {
		const { host, pathname } = new URL(DATABASE_URL);
		const nothing = async () => {};
		const lost = new Promise<void>(() => {});
		return {
			url: DATABASE_URL,
			ownerUrl: DATABASE_OWNER_URL,
			alone: false,
			lost,
			facts: [["Database", `PostgreSQL at ${host}${pathname}`]],
			close: nothing,
		};
	}
	const { url, ownerUrl, data, notes, lost, stop } = await startEmbeddedDatabase(VAR_DIR, onFirst);
	const facts: Database["facts"] = [["Database", `embedded PostgreSQL in ${data}`]];
	for (const note of notes) facts.push(["", note]);
	return { url, ownerUrl, alone: true, lost, facts, close: stop };
}
