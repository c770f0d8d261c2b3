import { type ChangeEvent, type ClipboardEvent, useMemo, useState } from "react";
import { sizeText } from "#contract/format/size.ts";
import { kindOf, SCAN_KINDS, scanName, scanOfEntry } from "#contract/kinds/kinds.ts";
import { LABEL_LIMITS, type ScanKind } from "#contract/scans/scans.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { earnInstall } from "#src/lib/device/install.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { type Looks, otherWorkspace } from "#src/lib/outbox/looks.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { KNOWN_CLIENTS } from "../list/known-clients.tsx";
import { fromField, LATEST } from "../list/local-time.ts";
import { ColumnFields } from "./column-fields.tsx";
import type { Columns } from "./columns.ts";
import { type Defaults, type ParsedLine, sameness, TEXT_LIMIT } from "./parse-targets.ts";
import { useParsedTargets } from "./use-parsed-targets.ts";

type Accepted = ParsedLine & { problem: null };
const NONE: readonly ParsedLine[] = [];

const isFine = (line: ParsedLine): line is Accepted => line.problem === null;

/** Whether this scan can be requested without an account. */
function isForAnyone({ kind }: OutboxRequest): boolean {
	const scan = scanOfEntry(kind);
	return scan !== undefined && kindOf(scan).needs === "nothing";
}

/** How many characters the field shows. Laying out a longer text would hold up the page. */
const SHOWN_LIMIT = 100_000;

/** A pasted line can be a whole text. Shows enough of it to recognize it. */
const shortened = (target: string) => (target.length > 80 ? `${target.slice(0, 79)}…` : target);

const FIELD = "block w-full rounded-control border border-line-strong bg-raised text-ink hover:border-ink";

type Props = { entries: readonly Entry[]; looks: Looks; onDone(): void };

/** Adds many targets at once, pasted or from a file. Checks each line while the user types. */
export function AddMany({ entries, looks, onDone }: Props) {
	const account = useAccount();
	const [text, setText] = useState("");
	const [kind, setKind] = useState<ScanKind>("combined");
	const [email, setEmail] = useState(account.status === "known" ? account.account.email : "");
	const { shown, shownClient, clients } = looks;
	const [client, setClient] = useState(clients.find(({ id }) => id === shownClient)?.name ?? "");
	const [note, setNote] = useState("");
	const [columns, setColumns] = useState<Columns | null>(null);
	const [times, setTimes] = useState({ startAt: "", notAfter: "" });
	const [notice, setNotice] = useState("");
	useBusyForm(text !== "");

	const waiting = useMemo(() => {
		const here = entries.filter((entry) => isWaiting(entry) && otherWorkspace(entry, { shown }) === null);
		return new Set(here.map(({ request, clientId }) => sameness(request, clientId)));
	}, [entries, shown]);
	const defaults = useMemo(
		(): Defaults => ({ kind, email, client, clients, note, waiting, columns }),
		[kind, email, client, clients, note, waiting, columns],
	);
	const parsed = useParsedTargets(text, defaults);
	const lines = parsed?.lines ?? NONE;
	const isLong = text.length > SHOWN_LIMIT;
	const fine = lines.filter(isFine);
	const wrong = lines.filter((line) => line.problem !== null);
	const readAs = fine.filter(({ target, host }) => !target.toLowerCase().includes(host));

	/** A table that is pasted anew has columns of its own. */
	function readText(next: string): void {
		if (next === "" || text === "") setColumns(null);
		setText(next);
	}

	function pasteLong(event: ClipboardEvent): void {
		const pasted = event.clipboardData.getData("text");
		if (text.length + pasted.length <= SHOWN_LIMIT) return;
		event.preventDefault();
		readText(text === "" ? pasted : `${text}\n${pasted}`);
	}

	async function readFile({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
		const [file] = target.files ?? [];
		if (!file) return;
		if (file.size > TEXT_LIMIT) return setNotice("This file is too large for a list of targets.");
		readText(await file.text());
		target.value = "";
	}

	async function add(): Promise<void> {
		const [startAt, notAfter] = [fromField(times.startAt), fromField(times.notAfter)];
		const signedIn = signedInOwner();
		const requests = fine.map(
			({ request, client, clientId, note }): NewEntry => ({
				...request,
				// Without an account, the workspace on the screen says nothing about the owner.
				...(signedIn !== null && signedIn !== "unclaimed" && shown !== null && { workspace: shown }),
				...(clientId && { clientId }),
				// If signed in, even scans that need no account belong to it: entries without an owner are shown to everyone in this browser.
				owner: signedIn ?? (isForAnyone(request) ? "anonymous" : "unclaimed"),
				...(startAt !== null && { startAt }),
				...(notAfter !== null && { notAfter }),
				...(client && { client }),
				...(note && { note }),
			}),
		);
		try {
			await browserOutbox().enqueueAll(requests);
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			return setNotice(error.message);
		}
		if (requests.length > 0) earnInstall();
		readText("");
		setNotice("");
		onDone();
	}

	return (
		<section aria-labelledby="add-many" className="mt-6 rounded-card border border-line-strong bg-raised p-4 md:p-6">
			<h2 id="add-many" className="font-semibold text-20">
				Add many targets
			</h2>
			<p className="mt-1 text-15 text-quiet">
				One per line, or CSV with kind, target, client and note. Each line is checked as you type.
			</p>
			<div className="mt-4 grid grid-cols-1 gap-4 md:grid-cols-2">
				<div>
					<label htmlFor="add-kind" className="mb-1.5 block font-medium text-15">
						Kind of scan, if a line does not say
					</label>
					<select
						id="add-kind"
						value={kind}
						onChange={({ target }) => setKind(target.value as ScanKind)}
						className={`${FIELD} h-12 px-3 text-17`}
					>
						{SCAN_KINDS.map((one) => (
							<option key={one} value={one}>
								{scanName(one)}
							</option>
						))}
					</select>
				</div>
				<FormField
					id="add-email"
					type="email"
					label="Reports go to"
					value={email}
					onChange={({ target }) => setEmail(target.value)}
					hint="For combined and Zap scans."
				/>
				<FormField
					id="add-client"
					label="Client"
					value={client}
					maxLength={LABEL_LIMITS.client}
					list={KNOWN_CLIENTS}
					autoComplete="off"
					onChange={({ target }) => setClient(target.value)}
					hint="For lines without their own."
				/>
				<FormField
					id="add-note"
					label="Note"
					value={note}
					maxLength={LABEL_LIMITS.note}
					autoComplete="off"
					onChange={({ target }) => setNote(target.value)}
					hint="For lines without their own."
				/>
				<FormField
					id="add-start"
					type="datetime-local"
					max={LATEST}
					label="Not before"
					value={times.startAt}
					onChange={({ target }) => setTimes({ ...times, startAt: target.value })}
				/>
				<FormField
					id="add-end"
					type="datetime-local"
					max={LATEST}
					label="Not after"
					value={times.notAfter}
					onChange={({ target }) => setTimes({ ...times, notAfter: target.value })}
				/>
			</div>
			<label htmlFor="add-text" className="mt-4 mb-1.5 block font-medium text-15">
				Targets
			</label>
			<textarea
				id="add-text"
				rows={6}
				value={isLong ? "" : text}
				disabled={isLong}
				onChange={({ target }) => readText(target.value)}
				onPaste={pasteLong}
				spellCheck={false}
				autoCapitalize="off"
				aria-describedby="add-notice"
				className={`${FIELD} px-3 py-2 font-mono text-15`}
			/>
			{isLong && (
				<p className="mt-2 text-15">
					{sizeText(text.length)} of text, too long to show here.{" "}
					<TextButton onClick={() => readText("")}>Remove it</TextButton>
				</p>
			)}
			<label className="mt-2 flex min-h-11 cursor-pointer flex-wrap items-center gap-3 text-15">
				From a file
				<input
					type="file"
					className="min-w-0 file:me-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-line-strong file:bg-raised file:px-3 file:text-15 file:text-ink"
					accept=".csv,.txt,text/csv,text/plain"
					onChange={(event) => void readFile(event)}
				/>
			</label>
			<div id="add-notice" role="status" className="mt-2 text-15 empty:hidden">
				{notice || (parsed ? parsed.problem : "Reading…")}
			</div>
			{parsed?.table && <ColumnFields {...parsed.table} onChange={setColumns} />}
			{wrong.length > 0 && (
				<ul aria-label="Lines that will be left out" className="mt-2 grid gap-1 text-15 text-high">
					{wrong.slice(0, 20).map(({ line, target, problem }) => (
						<li key={line} className="wrap-anywhere">
							Line {line}: <span className="font-mono">{shortened(target)}</span> {problem}
						</li>
					))}
					{wrong.length > 20 && <li>And {wrong.length - 20} more.</li>}
				</ul>
			)}
			{readAs.length > 0 && (
				<ul aria-label="Targets read otherwise than written" className="mt-2 grid gap-1 text-15">
					{readAs.slice(0, 20).map(({ line, target, host }) => (
						<li key={line} className="wrap-anywhere">
							Line {line}: <span className="font-mono">{shortened(target)}</span> is{" "}
							<span className="font-mono">{host}</span>
						</li>
					))}
					{readAs.length > 20 && <li>And {readAs.length - 20} more.</li>}
				</ul>
			)}
			<div className="mt-4 flex flex-wrap gap-3">
				<Button variant="primary" disabled={fine.length === 0} onClick={() => void add()}>
					{fine.length === 1 ? "Save one request" : `Save ${fine.length} requests`}
				</Button>
				<Button variant="secondary" onClick={onDone}>
					Close
				</Button>
			</div>
		</section>
	);
}
