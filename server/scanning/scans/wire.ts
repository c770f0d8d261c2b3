import { randomUUID } from "node:crypto";
import { scanId } from "#contract/ids.ts";
import type { Base } from "#server/platform/base.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import type { Engines } from "../engines/engine.ts";
import { createEngineList } from "../engines/engine-list.ts";
import type { EngineDeps } from "../engines/registry.ts";
import { createEngineSightings } from "../engines/store/engine-sightings.ts";
import { createClientOfHost } from "../targets/store/client-of-host.ts";
import type { Targets } from "../targets/wire.ts";
import { createAcceptScan } from "./accept-scan.ts";
import type { ScanEnded } from "./scan-ended.ts";
import { createAcceptStore } from "./store/accept-store.ts";
import { createAnnouncer } from "./store/announce.ts";
import { listenToScans } from "./store/scan-notices.ts";
import { createScanReader } from "./store/scan-reader.ts";
import { createScanStore } from "./store/scan-store.ts";
import { watchScans } from "./watch-scans.ts";

export type Scans = Awaited<ReturnType<typeof wireScans>>;

/** Scans: what accepts, stores and reads them, and which engines exist. */
export async function wireScans(
	base: Base<{ createEngines: (deps: EngineDeps) => Engines }>,
	{ guard, ownership }: Targets,
	ended: Moment<ScanEnded>,
) {
	const { config, deps, pool, queue } = base;
	const { now } = deps;
	const turns = { perAccount: config.SCANS_PER_ACCOUNT, perTarget: config.SCANS_PER_TARGET };
	const store = watchScans(createScanStore(pool, queue.send, turns, ended));
	const announcer = createAnnouncer(pool, base.onDatabaseError);
	base.onClose(announcer.close);
	const notices = await listenToScans(base.databaseUrl, base.onDatabaseError);
	base.onClose(notices.close);
	const sightings = createEngineSightings(pool);
	// These engines only describe themselves and never run here, so the address in their user agent does not matter yet.
	const described = deps.createEngines({ guard, userAgent: scannerUserAgent(base.origins().publicUrl) });
	const engines = createEngineList(described, sightings.recent);
	const limits = {
		perAddress: config.LIMIT_PER_ADDRESS,
		perAccount: config.LIMIT_PER_ACCOUNT,
		perEmail: config.LIMIT_PER_EMAIL,
		perTarget: config.LIMIT_PER_TARGET,
	};
	const clientOfHost = createClientOfHost(pool);
	return {
		store,
		clientOfHost,
		reader: createScanReader(pool, base.walled, clientOfHost, now),
		notices,
		sightings,
		engines,
		limits,
		accept: createAcceptScan({
			store,
			accepts: createAcceptStore(pool, queue.statementOf, announcer.announce),
			guard,
			findEngine: engines.find,
			clientOfHost,
			ownership,
			limits,
			newId: () => scanId.parse(randomUUID()),
			now,
		}),
	};
}
