import { useInfiniteQuery } from "@tanstack/react-query";
import { timeText } from "#contract/format/time.ts";
import { SCAN_KINDS, scanName } from "#contract/kinds/kinds.ts";
import type { AuditEntry } from "#contract/operator/operator.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { auditQuery } from "./operator-api.ts";
import { OPERATOR_DATA } from "./operator-data.tsx";
import { ShowOlder } from "./show-older.tsx";

function whoText({ who, operator, email }: AuditEntry): string {
	const address = email ?? operator;
	if (address !== null) return address;
	if (who === "operator") return "the command on the server";
	return who === "anonymous" ? "a visitor" : `a deleted account (${who.slice(0, 8)})`;
}

/** A visitor’s target is stored as its SHA-256 only. */
const targetText = (target: string): string =>
	/^[0-9a-f]{64}$/.test(target) ? `target not stored (SHA-256 ${target.slice(0, 8)}…)` : target;

/** An older server may have run kinds that this one does not know. */
function kindText(kind: string): string {
	const known = SCAN_KINDS.find((one) => one === kind);
	return known ? scanName(known) : kind;
}

/** Times within it are in UTC, as the command prints them. */
const detailText = (detail: string): string => detail.replace(/\b\d{4}-\d\d-\d\dT[\d:.]{8,12}Z/g, (at) => timeText(at));

function Entry({ entry }: { entry: AuditEntry }) {
	const { at, what, kind, target, detail, address } = entry;
	const about = [kind && kindText(kind), target && targetText(target), address && `from ${address}`].filter(Boolean);
	return (
		<li className="border-line border-b py-2.5 text-15">
			<p className="flex flex-wrap items-baseline justify-between gap-x-6">
				<span className="font-semibold">{what.charAt(0).toUpperCase() + what.slice(1)}</span>
				<span className="text-13 text-quiet">
					<TimeText at={at} />
				</span>
			</p>
			<p className="wrap-anywhere text-13 text-quiet">
				By {whoText(entry)}
				{about.length > 0 && ` · ${about.join(" · ")}`}
			</p>
			{detail !== "" && <p className="wrap-anywhere text-13">{detailText(detail)}</p>}
		</li>
	);
}

/** Who requested which scans, and what operators did. */
export function AuditPanel() {
	const reading = useInfiniteQuery(auditQuery);
	return (
		<div className="mt-6">
			<p className="mb-4 max-w-[62ch] text-15 text-quiet">
				Who requested which scan, how it ended, and what operators did. No one can change it.
			</p>
			<AccountData {...OPERATOR_DATA} what="the audit trail" reading={reading}>
				{({ pages }) => {
					const entries = pages.flatMap((page) => page.entries);
					if (entries.length === 0) return <p className="text-15">Nothing is recorded yet.</p>;
					return (
						<ol aria-label="Audit trail" className="border-line border-t">
							{entries.map((entry) => (
								<Entry key={entry.id} entry={entry} />
							))}
						</ol>
					);
				}}
			</AccountData>
			<ShowOlder reading={reading} />
		</div>
	);
}
