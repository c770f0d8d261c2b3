// Commands for the operator while the product runs: grant and revoke the role for the operator’s page, stop and start all scans,
// switch off the service worker, opt hosts out of scans, read the audit trail. Uses DATABASE_URL, or the embedded database of the server that is running on VAR_DIR.
import { OPT_OUT_DAYS } from "../contract/operator/operator.ts";
import { parseTarget } from "../contract/scans/parse-target.ts";
import { createFollows } from "../server/app/follows.ts";
import { readAudit } from "../server/app/operator/store/audit.ts";
import { createOperation } from "../server/app/operator/store/operation.ts";
import { createOperators } from "../server/app/operator/store/operators.ts";
import { runningDatabase } from "../server/platform/db/embedded/running-database.ts";
import { createPool } from "../server/platform/db/pool.ts";
import { systemResolver } from "../server/platform/outgoing/resolver.ts";
import { readConfig } from "../server/platform/settings/config.ts";
import { apply } from "../server/scanning/scans/apply.ts";
import { createScanStore } from "../server/scanning/scans/store/scan-store.ts";
import { lookUpOptOuts } from "../server/scanning/targets/store/opt-outs.ts";

const USAGE = `npm run operate -- …
  grant EMAIL            make the account with this confirmed address an operator, who sees /dashboard/operator
  revoke EMAIL           take that away again
  operators              list the operators
  end-sessions EMAIL|all sign an account out everywhere, or everyone
  stop REASON            refuse new scans and end running and waiting ones
  start                  accept scans again
  service-worker off|on  have browsers remove the service worker and its cached pages, or install it again
  opt-out HOST [DAYS]    refuse scans of a host, and of its addresses under other names (default: 365 days)
  opt-in HOST            allow scans of a host again
  opt-outs               list the refused hosts, until when, and their addresses
  audit [COUNT]          show the newest entries of the audit trail (default: 50)`;

const DAY_MS = 86_400_000;

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

const config = readConfig(process.env);
const url =
	config.DATABASE_URL ??
	runningDatabase(config.VAR_DIR) ??
	fail(`No server is running on ${config.VAR_DIR}. Start it, or set VAR_DIR or DATABASE_URL to the values it uses.`);
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
	case "grant":
	case "revoke": {
		const email = first ?? fail(USAGE);
		const operators = createOperators(pool);
		const change = command === "grant" ? await operators.grant(email) : await operators.revoke(email);
		if (change === "no account") fail(`There is no account with the address ${email}.`);
		if (change === "unconfirmed") {
			fail(
				`${email} is not confirmed. Anyone can register with any address; confirm it with the code from its email first.`,
			);
		}
		const said = {
			grant: { changed: "is an operator now and sees /dashboard/operator", unchanged: "is an operator already" },
			revoke: { changed: "is no longer an operator", unchanged: "was not an operator" },
		};
		console.log(`${email} ${said[command][change]}.`);
		break;
	}
	case "operators":
		for (const email of await createOperators(pool).list()) console.log(email);
		break;
	case "end-sessions": {
		const whose = first ?? fail(USAGE);
		const ended = await createOperators(pool).endSessions(whose === "all" ? "all" : { email: whose });
		if (ended === undefined) fail(`There is no account with the address ${whose}.`);
		console.log(`${ended} ${ended === 1 ? "session has" : "sessions have"} ended.`);
		break;
	}
	case "stop": {
		const unfinished = await operation.stop(first ?? fail(USAGE));
		const nothing = async () => fail("Canceling a scan must not queue a job.");
		const store = createScanStore(pool, nothing, { perAccount: 0, perTarget: 0 }, createFollows(nothing).ended);
		for (const id of unfinished) await apply(store, id, { type: "cancel" });
		console.log(`Scans are stopped. ${unfinished.length} that were running or waiting are being ended.`);
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
		const until = new Date(Date.now() + count(second, OPT_OUT_DAYS) * DAY_MS);
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
			console.log([until, host, addresses.join(", ")].filter(Boolean).join("  "));
		}
		break;
	case "audit": {
		const page = await readAudit(pool, { limit: count(first, 50) });
		for (const { at, what, who, kind, target, detail, address } of page === "bad_cursor" ? [] : page.entries) {
			console.log([at, what, who, kind, target, address, detail].map((part) => part || "-").join("\t"));
		}
		break;
	}
	default:
		await pool.end();
		fail(USAGE);
}
await pool.end();
