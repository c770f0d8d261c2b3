import { randomUUID } from "node:crypto";
import { scanId } from "#contract/ids.ts";
import { createPasswordLine } from "./accounts/passwords/password-line.ts";
import { createClosers } from "./closers.ts";
import type { Config } from "./config.ts";
import { createExportAccount } from "./db/accounts/account-export.ts";
import { createAccountStore } from "./db/accounts/account-store.ts";
import { createEngineSightings } from "./db/engine-sightings.ts";
import { createAssetStore } from "./db/findings/asset-store.ts";
import { createFindingReader } from "./db/findings/finding-reader.ts";
import { createRetests } from "./db/findings/finding-retests.ts";
import { createSayVerdict } from "./db/findings/finding-verdicts.ts";
import { createLeadStore } from "./db/mail/lead-store.ts";
import { createMailStore } from "./db/mail/mail-store.ts";
import { createOperation } from "./db/operation.ts";
import { createPool } from "./db/pool.ts";
import { takePoint } from "./db/rate-limits.ts";
import { createAccountReports } from "./db/reports/account-report-store.ts";
import { createReportWork } from "./db/reports/account-report-work.ts";
import { createReportStore } from "./db/reports/report-store.ts";
import { listenToScans } from "./db/scans/scan-notices.ts";
import { createScanReader } from "./db/scans/scan-reader.ts";
import { createScanStore } from "./db/scans/scan-store.ts";
import { takeOverOldScans } from "./db/scans/take-over.ts";
import { createDigestStore } from "./db/schedules/digest-store.ts";
import { createScheduleStore } from "./db/schedules/schedule-store.ts";
import { setUpDatabase } from "./db/set-up-database.ts";
import { createOptOuts } from "./db/targets/opt-outs.ts";
import { createOwnershipStore } from "./db/targets/ownership-store.ts";
import { engineSettings } from "./engine-settings.ts";
import { createEngineList } from "./engines/engine-list.ts";
import { toolsText } from "./engines/tools-text.ts";
import { replaceEolTable } from "./findings/eol/table.ts";
import { createOrigins, type Origins } from "./http/gate/origins.ts";
import { createHttpServer } from "./http/http-server.ts";
import { listen } from "./http/listen.ts";
import { isHealthy } from "./is-healthy.ts";
import { createIsOperator } from "./is-operator.ts";
import { createQueue } from "./jobs/queue.ts";
import { oldTableText, watchEolTable } from "./jobs/watch-eol-table.ts";
import { startWorker } from "./jobs/worker.ts";
import { createAcceptLead } from "./leads/accept-lead.ts";
import { createTransport } from "./mail/create-transport.ts";
import { openNotifications } from "./notifications/open-notifications.ts";
import { openDatabase } from "./open-database.ts";
import { openPractice } from "./open-practice.ts";
import type { Parts } from "./parts.ts";
import { createAcceptScan } from "./scans/accept-scan.ts";
import { createManageSchedules } from "./schedules/manage-schedules.ts";
import { StartError } from "./start-error.ts";
import { createGuard } from "./targets/guard.ts";
import { createFindFile } from "./targets/ownership/find-file.ts";
import { createLookForProof } from "./targets/ownership/look-for-proof.ts";
import { createLookForRecord } from "./targets/ownership/look-for-record.ts";
import { createOwnership, createProve } from "./targets/ownership/ownership.ts";
import { createPolicy } from "./targets/policy.ts";
import { openInstalling } from "./tools/open-installer.ts";
import { scannerUserAgent } from "./user-agent.ts";

export type Plumbline = {
	/** Where people reach it. */
	publicUrl: string;
	/** The port it listens on; undefined for a worker, which does not. */
	port: number | undefined;
	/** What the banner says, as pairs of a label and a text. */
	facts: [label: string, text: string][];
	/** Resolves with a sentence when it cannot go on, such as when the embedded database is gone. */
	broken: Promise<string>;
	/** Starts installing missing scan tools; call it once everything else is ready. */
	addTools(): void;
	close(): Promise<void>;
};

/** Starts everything this process is to do. When a part fails, what was already started is closed again. */
export async function startPlumbline(config: Config, parts: Parts): Promise<Plumbline> {
	const closers = createClosers();
	const closeAll = () => closers.closeAll((error) => parts.log.error({ error }, "not closed cleanly"));
	try {
		return { ...(await start(config, parts, closers.add)), close: closeAll };
	} catch (error) {
		await closeAll();
		throw error;
	}
}

async function start(
	config: Config,
	parts: Parts,
	onClose: (close: () => unknown) => void,
): Promise<Omit<Plumbline, "close">> {
	const { log, timings } = parts;
	const { ROLE: role } = config;
	const { now } = parts;
	const works = role !== "api";
	const facts: Plumbline["facts"] = [];
	const { promise: broken, resolve: breakDown } = Promise.withResolvers<string>();
	let closing = false;
	let addTools = () => {};
	// Connections that end while everything ends are no news.
	const onDatabaseError = (error: Error) => closing || log.warn({ error }, "database connection lost");

	const database = await openDatabase(config);
	onClose(database.close);
	facts.push(...database.facts);
	void database.lost.then(() => breakDown("The embedded database is gone."));
	const pool = createPool(database.url, onDatabaseError);
	onClose(() => pool.end());
	const warnings = await setUpDatabase(database.url, pool, database.ownerUrl).catch((error) => {
		if (error instanceof StartError) throw error;
		throw new StartError(`The database does not work: ${error.message}`, { cause: error });
	});
	for (const warning of warnings) {
		log.warn({ warning }, "the database is less protected than it could be");
		facts.push(["", `Warning: ${warning}`]);
	}
	const queue = await createQueue({
		databaseUrl: database.url,
		works,
		scanLimitSeconds: Math.max(config.SCAN_TIME_LIMIT, config.ZAP_TIME_LIMIT),
		scansPerAccount: config.SCANS_PER_ACCOUNT,
		mailRetrySeconds: timings.mailRetrySeconds,
		onError: onDatabaseError,
	});
	onClose(() => queue.stop(6_000));
	const store = createScanStore(pool, queue.send, {
		perAccount: config.SCANS_PER_ACCOUNT,
		perTarget: config.SCANS_PER_TARGET,
	});
	const leads = createLeadStore(pool, queue.sendLeadMail);
	const accounts = createAccountStore(pool, queue.sendAccountMail);
	const passwordLine = createPasswordLine(parts.passwords);

	const practice = await openPractice(config, parts.startPractice);
	onClose(practice.close);
	facts.push(["Practice", practice.fact]);
	const ownHosts = config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).hostname] : [];
	const guard = createGuard({
		policy: createPolicy({ allow: config.SCAN_ALLOW, practicePorts: practice.ports }),
		resolver: parts.resolver,
		ownHosts,
		isOptedOut: createOptOuts(pool),
	});
	const { facts: pushFacts, ...notifications } = await openNotifications(config, {
		pool,
		ownHosts,
		resolver: parts.resolver,
	});
	facts.push(...pushFacts);

	const notices = await listenToScans(database.url, onDatabaseError);
	onClose(notices.close);
	const sightings = createEngineSightings(pool);
	const { stopReason, isWorkerOff } = createOperation(pool);
	const claims = createOwnershipStore(pool);
	let origins: Origins = createOrigins(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`, config.CORS_ORIGINS);
	const lookForRecord = createLookForRecord(parts.txtRecords);
	const findFile = createFindFile({
		fetchFile: parts.fetchFile,
		userAgent: () => scannerUserAgent(origins.publicUrl),
	});
	const ownership = createOwnership({ claims, findFile, now });
	let port: number | undefined;
	const limits = {
		perAddress: config.LIMIT_PER_ADDRESS,
		perAccount: config.LIMIT_PER_ACCOUNT,
		perEmail: config.LIMIT_PER_EMAIL,
		perTarget: config.LIMIT_PER_TARGET,
	};
	// Asked what they are and never run here, so that the address in their user agent does not matter yet.
	const described = parts.createEngines({ guard, userAgent: scannerUserAgent(origins.publicUrl) });
	const engineList = createEngineList(described, sightings.recent);
	const accept = createAcceptScan({
		store,
		guard,
		findEngine: engineList.find,
		ownership,
		stopReason,
		limits,
		newId: () => scanId.parse(randomUUID()),
		now,
	});
	const schedules = createScheduleStore(pool);
	const assets = createAssetStore(pool, { ownerships: claims, now });
	const digests = createDigestStore(pool);
	if (role !== "worker") {
		const app = createHttpServer({
			log,
			trustProxy: config.TRUST_PROXY,
			origins: () => origins,
			scans: {
				accept,
				store,
				reader: createScanReader(pool, now),
				notices,
				engines: engineList,
				isOperator: createIsOperator(config),
			},
			findings: {
				reader: createFindingReader(pool, now),
				sayVerdict: createSayVerdict(pool, now),
				retests: createRetests(pool),
				accept,
			},
			assets,
			accountReports: createAccountReports(pool, queue.sendReport, now),
			accounts: {
				store: accounts,
				passwordLine,
				exportAccount: createExportAccount(pool, now),
				limits: { signIn: config.LIMIT_SIGN_IN, calls: config.LIMIT_ACCOUNT_CALLS },
			},
			reports: createReportStore(pool),
			isWorkerOff,
			isHealthy: () => isHealthy(() => pool.query("SELECT 1")),
			teamEmail: config.TEAM_EMAIL,
			targets: {
				claims,
				lookForProof: createLookForProof({ guard, lookForRecord, findFile }),
				takePoint: (counter) => takePoint(pool, counter),
			},
			digests,
			schedules: {
				store: schedules,
				manage: createManageSchedules({
					store: schedules,
					guard,
					findEngine: engineList.find,
					ownership,
					limits,
					takePoint: (counter) => takePoint(pool, counter),
					newId: randomUUID,
					now,
				}),
				accept,
			},
			leads: {
				store: leads,
				accept: createAcceptLead({ store: leads, perAddress: config.LIMIT_PER_ADDRESS, newId: randomUUID }),
			},
			notifications: {
				...notifications,
				publicKey: notifications.vapid?.publicKey,
				takePoint: (counter) => takePoint(pool, counter),
			},
			embed:
				config.NDPR_SCRIPT_URL && config.NDPR_FORM_URL
					? { script: config.NDPR_SCRIPT_URL, form: config.NDPR_FORM_URL }
					: undefined,
			dist: parts.dist,
			now,
		});
		port = await listen(app, config, onClose);
		if (!config.PUBLIC_URL) origins = createOrigins(`http://localhost:${port}`, config.CORS_ORIGINS);
		facts.push(["Address", `${origins.publicUrl} (listening on ${config.HOST}:${port})`]);
		if (!parts.dist) facts.push(["Pages", "not built; only the API answers (npm run build makes them)"]);
	}

	if (works) {
		const transport = createTransport(config);
		onClose(() => transport.close());
		facts.push(["Mail", transport.description]);
		const engines = parts.createEngines({
			guard,
			practicePorts: practice.ports,
			...engineSettings(config),
			userAgent: scannerUserAgent(origins.publicUrl),
			onError: (part, error) => log.error({ part, error }, "a part of a scan broke"),
		});
		const readers = parts.createReaders();
		onClose(readers.close);
		const dates = await watchEolTable({
			varDir: config.VAR_DIR,
			everyMs: timings.installMs,
			now,
			use(table) {
				replaceEolTable(table);
				readers.everywhere("replaceEolTable", table);
			},
			warn: (text) => log.warn(text),
		});
		onClose(dates.stop);
		const oldDates = oldTableText(now());
		if (oldDates !== undefined) facts.push(["Old dates", oldDates]);
		const installing = openInstalling({
			config,
			engines,
			say: parts.say,
			now,
			onError: (error) => log.warn({ error }, "scan tools could not be installed"),
		});
		const worker = await startWorker({
			pool,
			store,
			mails: createMailStore(pool),
			accounts: { store: accounts, passwords: passwordLine.ours },
			leads,
			notifications,
			schedules,
			reports: createReportWork(pool, { send: queue.sendReport, listAssets: assets.list, now }),
			digests,
			accept,
			teamEmail: config.TEAM_EMAIL,
			queue,
			guard,
			resolver: parts.resolver,
			engines,
			readers,
			sightings,
			installation: installing.state,
			notices,
			stopReason,
			prove: createProve({ claims, lookForRecord, findFile, now }),
			limits,
			transport,
			publicUrl: origins.publicUrl,
			perMailboxAndDay: config.LIMIT_PER_EMAIL,
			retentionDays: config.RETENTION_DAYS,
			timeLimitMs: config.SCAN_TIME_LIMIT * 1_000,
			timings,
			now,
			log,
		});
		// Running scans are told to stop and handed back before the queue waits for them.
		onClose(worker.stop);
		addTools = () => onClose(installing.begin(timings.installMs, worker.lookForTools));
		facts.push(["Scan tools", toolsText(worker.found, engines)]);
		const stop = new AbortController();
		const takingOver = takeOverOldScans(pool, { log, stop: stop.signal }).catch(onDatabaseError);
		onClose(() => {
			stop.abort();
			return takingOver;
		});
	}
	onClose(() => {
		closing = true;
	});
	return { publicUrl: origins.publicUrl, port, facts, broken, addTools };
}
