import { KINDS, SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { EngineInfo, RequestLimits } from "#contract/scans/engines.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { toolText } from "./tool-text.ts";

/** `sample`: no account is known here, so the server was not asked. */
export type Engines = "sample" | "unknown" | readonly EngineInfo[];

function engineOf(kind: ScanKind, engines: Engines) {
	const state = typeof engines === "string" ? undefined : engines.find((one) => one.kind === kind)?.state;
	const known = state ?? ({ status: "unknown" } as const);
	const text = toolText(known);
	// Our own checks have no public version.
	const own = known.status === "available" && KINDS[kind].tool === null;
	return { status: known.status, ...text, ...(own && { badge: "Available" }) };
}

/** How much a scan of this kind sends, if the server has said so. */
export const requestsOf = (kind: ScanKind, engines: Engines): RequestLimits | undefined =>
	typeof engines === "string" ? undefined : engines.find((one) => one.kind === kind)?.requests;

type Props = { engines: Engines; onRun(kind: ScanKind): void };

/** A row to start scans from: each kind, and whether it can run here. On a phone it scrolls sideways. */
export function Launchers({ engines, onRun }: Props) {
	const kinds = SCAN_KINDS.map((kind) => ({ kind, name: KINDS[kind].name, ...engineOf(kind, engines) }));
	const missing = kinds.filter(({ status, why }) => status !== "installing" && why !== null);
	return (
		<>
			<ul
				aria-label="Kinds of scan"
				className="flex snap-x scroll-px-5 gap-2 overflow-x-auto py-1 max-md:bleed md:px-1 min-[80rem]:grid min-[80rem]:grid-cols-5 min-[80rem]:px-0"
			>
				{kinds.map(({ kind, name, status, badge, why }) => (
					<li
						key={kind}
						data-kind={kind}
						// On a short screen, such as a phone held sideways, each one is a single line.
						className="grid min-w-38 flex-1 snap-start grid-rows-[auto_1fr_auto] gap-1.5 rounded-card border border-line bg-raised p-2.5 min-[80rem]:grid-cols-[minmax(0,1fr)_auto] min-[80rem]:grid-rows-1 min-[80rem]:items-center [@media(height<30rem)]:flex [@media(height<30rem)]:min-w-max [@media(height<30rem)]:items-center [@media(height<30rem)]:py-1"
					>
						<h2 id={`kind-${kind}`} className="wrap-normal font-semibold text-15">
							{name}
						</h2>
						<p className="text-13 min-[80rem]:order-last min-[80rem]:col-span-full">
							{engines === "sample" ? (
								<StatusBadge status="active" />
							) : (
								<span
									role="status"
									className={`inline-block rounded-control border border-line-strong px-1.5 font-medium ${status === "available" ? "text-ink" : "border-dashed text-quiet"}`}
								>
									{badge.trim()}
								</span>
							)}
							{status === "installing" && why !== null && <span className="mt-1 block text-quiet">{why}</span>}
						</p>
						<button
							type="button"
							aria-describedby={`kind-${kind}`}
							onClick={() => onRun(kind)}
							className="min-h-9 cursor-pointer whitespace-nowrap rounded-control border border-line-strong px-2 font-semibold text-13 text-ink transition-colors duration-120 hover:border-ink pointer-coarse:min-h-11"
						>
							Run Scan
						</button>
					</li>
				))}
			</ul>
			{missing.length > 0 && (
				<details className="text-13">
					<summary className="flex min-h-9 cursor-pointer items-center text-quiet pointer-coarse:min-h-11">
						What is missing on this server
					</summary>
					<ul className="grid gap-1 pb-2">
						{missing.map(({ kind, name, why, remedy }) => (
							<li key={kind} className="wrap-anywhere">
								<b className="font-semibold">{name}:</b> {why} {remedy}
							</li>
						))}
					</ul>
				</details>
			)}
		</>
	);
}
