// What an operator can do while the product runs: stop and start all scans, switch the pages' worker off, keep hosts
// from being scanned, read the audit trail. Works on DATABASE_URL, or on the embedded database of the server that runs on VAR_DIR.
import { readConfig } from "../server/config.ts";
import { runningDatabase } from "../server/db/embedded/running-database.ts";
import { createOperation } from "../server/db/operation.ts";
import { createPool } from "../server/db/pool.ts";
import { createScanStore } from "../server/db/scans/scan-store.ts";
import { lookUpOptOuts } from "../server/db/targets/opt-outs.ts";
import { apply } from "../server/scans/apply.ts";
import { parseTarget } from "../server/targets/parse.ts";
import { systemResolver } from "../server/targets/resolver.ts";

const USAGE = `npm run operate -- …
  stop REASON            accept no scan and end those that run or wait
  start                  accept scans again
  service-worker off|on  have browsers drop the pages' worker and what it keeps of pages, or take it again
  opt-out HOST [DAYS]    refuse scans of a host, and of its addresses under other names (365 days)
  opt-in HOST            allow them again
  opt-outs               which hosts are refused, until when, and their addresses
  audit [COUNT]          the newest entries of the audit trail (50)`;

const DAY_MS = 86_400_000;

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

const config = readConfig(process.env);
const url =
	config.DATABASE_URL ??
	runningDatabase(config.VAR_DIR) ??
	fail(`No server runs on ${config.VAR_DIR}. Start it, or set VAR_DIR or DATABASE_URL as it has them.`);
const pool = createPool(url, (error) => fail(error.message));
const operation = createOperation(pool);
const [command, first, second] = process.argv.slice(2);

const hostOf = (text: string | undefined): string => {
	const parsed = parseTarget(text ?? fail(USAGE));
	return parsed.ok ? parsed.target.host : fail(parsed.message);
};
const count = (text: string | undefined, otherwise: number): number => {
	const number = Number(text ?? otherwise);
	return Number.isSafeInteger(number) && number > 0 ? number : fail(USAGE);
};

switch (command) {
	case "stop": {
		const unfinished = await operation.stop(first ?? fail(USAGE));
		const nothing = async () => fail("A cancel queues no job.");
		const store = createScanStore(pool, nothing, { perAccount: 0, perTarget: 0 });
		for (const id of unfinished) await apply(store, id, { type: "cancel" });
		console.log(`Scans are stopped. ${unfinished.length} that ran or waited are being ended.`);
		break;
	}
	case "start":
		console.log((await operation.start()) ? "Scans are accepted again." : "Scans were not stopped.");
		break;
	case "service-worker": {
		if (first !== "off" && first !== "on") fail(USAGE);
		const changed = await operation.switchWorker(first === "off");
		console.log(`The service worker is ${changed ? "" : "already "}switched ${first}.`);
		break;
	}
	case "opt-out": {
		const host = hostOf(first);
		const until = new Date(Date.now() + count(second, 365) * DAY_MS);
		await operation.optOut(host, until);
		await lookUpOptOuts(pool, systemResolver, { only: host });
		const found = (await operation.optOuts()).find((optOut) => optOut.host === host)?.addresses ?? [];
		console.log(
			`${host} is not scanned until ${until.toISOString()}.${found.length > 0 ? ` Other names at its addresses are not scanned either: ${found.join(", ")}.` : ""}`,
		);
		break;
	}
	case "opt-in": {
		const host = hostOf(first);
		console.log((await operation.removeOptOut(host)) ? `${host} may be scanned again.` : `${host} was not refused.`);
		break;
	}
	case "opt-outs":
		for (const { host, until, addresses } of await operation.optOuts()) {
			console.log([until.toISOString(), host, addresses.join(", ")].filter(Boolean).join("  "));
		}
		break;
	case "audit":
		for (const { at, what, who, kind, target, detail, address } of await operation.audit(count(first, 50))) {
			console.log([at.toISOString(), what, who, kind, target, address, detail].map((part) => part || "-").join("\t"));
		}
		break;
	default:
		await pool.end();
		fail(USAGE);
}
await pool.end();
