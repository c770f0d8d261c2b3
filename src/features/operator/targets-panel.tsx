import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { OPT_OUT_DAYS } from "#contract/operator/operator.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { ActionDialog, fieldText } from "./action-dialog.tsx";
import { addOptOut, optOutsQuery, removeOptOut } from "./operator-api.ts";
import { OPERATOR_DATA } from "./operator-data.tsx";
import { ShowOlder } from "./show-older.tsx";

const ADDING = { type: "adding" } as const;

/** Hosts whose owners do not want them scanned. */
export function TargetsPanel() {
	const reading = useInfiniteQuery(optOutsQuery);
	const [asked, setAsked] = useState<typeof ADDING | { type: "removing"; host: string } | null>(null);
	const close = () => setAsked(null);
	return (
		<div className="mt-6">
			<p className="max-w-[62ch] text-15 text-quiet">
				Scans of these hosts are refused, from everyone. Their public addresses are not scanned under other names
				either.
			</p>
			<div className="my-4">
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked(ADDING)}>
					Opt out a host
				</Button>
			</div>
			<AccountData {...OPERATOR_DATA} what="the opted-out hosts" reading={reading}>
				{({ pages }) => {
					const optOuts = pages.flatMap((page) => page.optOuts);
					if (optOuts.length === 0) return <p className="text-15">No host is opted out.</p>;
					return (
						<>
							<p role="status" className="mb-2 text-13 text-quiet tabular-nums">
								{counted(pages.at(-1)?.total ?? optOuts.length, "host")}, by name
							</p>
							<ul aria-label="Opted-out hosts" className="border-line border-t">
								{optOuts.map(({ host, until, addresses }) => (
									<li key={host} className="flex items-start justify-between gap-4 border-line border-b py-3 text-15">
										<div className="min-w-0">
											<p className="wrap-anywhere font-semibold">{host}</p>
											<p className="text-13 text-quiet">Until {dayText(until)}</p>
											{addresses.length > 0 && (
												<p className="wrap-anywhere font-mono text-13 text-quiet">{addresses.join(", ")}</p>
											)}
										</div>
										<div className="-my-2.5 flex-none">
											<TextButton
												aria-haspopup="dialog"
												aria-label={`Allow scans of ${host} again`}
												onClick={() => setAsked({ type: "removing", host })}
											>
												Allow again
											</TextButton>
										</div>
									</li>
								))}
							</ul>
						</>
					);
				}}
			</AccountData>
			<ShowOlder label="Show more" reading={reading} />
			{asked?.type === "removing" && (
				<ActionDialog
					title="Allow scans again?"
					subtitle={asked.host}
					labels={{ yes: "Allow scans", no: "Keep refusing", failed: "Still refused" }}
					onClose={close}
					run={async () => {
						await removeOptOut(asked.host);
						return { title: "Scans are allowed again", text: asked.host };
					}}
				>
					<p>Its owner asked not to be scanned. From now on, anyone can scan it again.</p>
				</ActionDialog>
			)}
			{asked?.type === "adding" && (
				<ActionDialog
					title="Opt out a host"
					labels={{ yes: "Refuse scans", no: "Cancel", failed: "Not added" }}
					onClose={close}
					fields={(errors) => (
						<>
							<FormField
								id="opt-out-host"
								name="host"
								label="Host, address or URL"
								required
								autoComplete="off"
								autoCapitalize="none"
								spellCheck={false}
								inputMode="url"
								error={errors.host}
							/>
							<FormField
								id="opt-out-days"
								name="days"
								label="Days"
								type="number"
								required
								min={1}
								max={3_650}
								defaultValue={OPT_OUT_DAYS}
								error={errors.days}
							/>
						</>
					)}
					run={async (values) => {
						const { host, until } = await addOptOut({
							host: fieldText(values, "host"),
							days: Number(fieldText(values, "days")),
						});
						return { title: "Scans are refused", text: `${host}, until ${dayText(until)}.` };
					}}
				>
					<p>New scans of it are refused at once. Scans of it that are running go on; end them under Now.</p>
				</ActionDialog>
			)}
		</div>
	);
}
