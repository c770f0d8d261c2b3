import pg from "pg";
import { flag, readRows, text } from "../rows.ts";
import { prepareBinaries } from "./binaries.ts";
import { freePort, keepPassword, openCluster } from "./cluster.ts";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { choosePlace } from "./place.ts";
import { readPidFile, removeStalePidFile } from "./postmaster.ts";
import { DATABASE, prepareRoles, SERVER, SUPERUSER } from "./roles.ts";
import { chooseRunAs } from "./run-as.ts";

export type EmbeddedDatabase = {
	/** Connection string for the role the server uses; contains its password. */
	url: string;
	/** The same for the role that owns the tables, valid until the next start. */
	ownerUrl: string;
	/** Its data directory, for the banner. */
	data: string;
	/** Sentences about anything unusual at the start. */
	notes: string[];
	/** Resolves when the connection that holds our lock is lost because the database server has stopped. */
	lost: Promise<void>;
	/** Stops the database server and waits until it has stopped. */
	stop(): Promise<void>;
};

/** An arbitrary number that nothing else uses. The only server on this data directory holds this lock. */
const INSTANCE_LOCK = 7_158_622_001;
const START_LIMIT_MS = 60_000;
const LOCK_PATIENCE_MS = 2_000;

/**
 * Starts PostgreSQL on `varDir`, or adopts the one that a killed server left running there. Only one server works on a data directory: a
 * second one gets an EmbeddedDatabaseError that says so. `onFirst` is called before a new database is created.
 */
export async function startEmbeddedDatabase(varDir: string, onFirst = () => {}): Promise<EmbeddedDatabase> {
	const runAs = chooseRunAs();
	const place = choosePlace(varDir, runAs);
	const binaries = prepareBinaries(runAs, place.base);
	const notes = [...place.notes];
	if (binaries.copiedTo)
		notes.push(`PostgreSQL's user cannot enter node_modules, so it runs from ${binaries.copiedTo}`);
	const password = keepPassword(place.passwordFile);
	const cluster = openCluster(place, binaries, runAs, password);
	await cluster.create(onFirst);

	const { session: superuser, port, adopted } = await connectOrStart();
	const serverPassword = keepPassword(place.serverPasswordFile);
	await lock(superuser);
	const owner = await prepareRoles((database) => connectTo(superuserUrl(port, database)), serverPassword);
	await superuser.end();
	// From here on nothing is connected as superuser. If another start gets in first, that one takes over.
	const session = await connectTo(urlOf(port, SERVER, serverPassword, "postgres"));
	await lock(session);
	if (adopted) notes.push("The database server of an earlier run was still there; it was taken over.");
	const { promise: lost, resolve: sayLost } = Promise.withResolvers<void>();
	session.once("end", sayLost);
	session.on("error", () => sayLost());

	return {
		url: urlOf(port, SERVER, serverPassword, DATABASE),
		ownerUrl: urlOf(port, owner.user, owner.password, DATABASE),
		data: place.data,
		notes,
		lost,
		async stop() {
			await cluster.stop();
		},
	};

	function urlOf(onPort: number, user: string, itsPassword: string, database: string): string {
		return `postgres://${user}:${itsPassword}@127.0.0.1:${onPort}/${database}`;
	}

	function superuserUrl(onPort: number, database: string): string {
		return urlOf(onPort, SUPERUSER, password, database);
	}

	/** Keeps a second server out for as long as the session lasts. */
	async function lock(holder: pg.Client): Promise<void> {
		if (await takeLock(holder)) return;
		await holder.end();
		throw new EmbeddedDatabaseError(
			`Plumbline is already running on this data directory (VAR_DIR ${varDir}). Stop it first, or give this one another VAR_DIR and PORT.`,
		);
	}

	/** Checks the pid file until there is a server to talk to: one that was running, or the one we start. */
	async function connectOrStart(): Promise<{ session: pg.Client; port: number; adopted: boolean }> {
		const deadline = Date.now() + START_LIMIT_MS;
		let why = "";
		while (Date.now() < deadline) {
			const found = readPidFile(place.data);
			if (found.status === "live") {
				const session = await connect(found.postmaster.port);
				if (session) return { session, port: found.postmaster.port, adopted: true };
				why = "a database server runs on it, but gives no connection";
				// It is starting up, recovering or shutting down: check again.
				await new Promise((resolve) => setTimeout(resolve, 200));
				continue;
			}
			if (found.status === "stale") removeStalePidFile(place.data, found.text);
			const port = await freePort();
			const start = await cluster.start(port);
			if (start.status === "failed") {
				if (!start.why.includes("could not create any TCP/IP sockets"))
					throw new EmbeddedDatabaseError(failure(start.why));
				why = start.why;
			}
			if (start.status === "started") {
				const session = await connect(port);
				if (session) return { session, port, adopted: false };
				why = "it does not take the password that is kept for it";
			}
		}
		throw new EmbeddedDatabaseError(failure(why || "it did not get ready in time"));
	}

	/** A session on the server at this port, if it is running, knows our password and really uses our directory. */
	async function connect(port: number): Promise<pg.Client | undefined> {
		let client: pg.Client | undefined;
		try {
			client = await connectTo(superuserUrl(port, "postgres"));
			const rows = await readRows(client, { data_directory: text }, "SHOW data_directory");
			if (rows[0]?.data_directory === place.data) return client;
		} catch {
			// Not ready, or not ours: the caller decides by the pid file.
		}
		await client?.end().catch(() => {});
		return undefined;
	}

	function failure(text: string): string {
		return `The embedded database in ${place.data} did not start: ${text.trim()}\nSee ${place.base}/pg.log, or set DATABASE_URL to a database of your own.`;
	}
}

async function connectTo(connectionString: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
	client.on("error", () => {});
	await client.connect();
	return client;
}

/** The database may not have noticed yet that a server was just killed, so we ask for the lock more than once. */
async function takeLock(session: pg.Client): Promise<boolean> {
	const deadline = Date.now() + LOCK_PATIENCE_MS;
	for (;;) {
		const rows = await readRows(session, { taken: flag }, "SELECT pg_try_advisory_lock($1) AS taken", [INSTANCE_LOCK]);
		if (rows[0]?.taken) return true;
		if (Date.now() > deadline) return false;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
