import { type ChangeEvent, type SubmitEvent, useRef, useState } from "react";
import { sizeText } from "#contract/format/size.ts";
import { CLIENT_FILE_BYTES } from "#contract/workspaces/client-file-limits.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { takeIn } from "./clients-api.ts";

/** Why a file cannot be imported; empty if it can be sent. The server checks its contents. */
function fileTrouble({ name, size }: { name: string; size: number }): string {
	if (!/\.zip$/i.test(name)) return "This is not a .zip file. Choose the file that the other workspace has downloaded.";
	if (size === 0) return "This file is empty. Download it again where it came from.";
	if (size <= CLIENT_FILE_BYTES) return "";
	return `This file has ${sizeText(size)}, and at most ${sizeText(CLIENT_FILE_BYTES)} can be taken in.`;
}

/** A file that was chosen. With the same key, sending it again creates nothing twice. */
type Chosen = { file: File; key: string };

/** Imports a client that another workspace has handed over. */
export function TakeInSection({ scope, withSession }: Here) {
	const { state, form, saved, submitting, edited, save } = useSave(useChange(withSession));
	const input = useRef<HTMLInputElement>(null);
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const [trouble, setTrouble] = useState("");
	const [percent, setPercent] = useState(0);
	const [taken, setTaken] = useState("");

	const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
		const file = target.files?.[0];
		// So that the same file can be chosen again.
		target.value = "";
		if (!file) return;
		edited();
		const wrong = fileTrouble(file);
		setTrouble(wrong);
		setChosen(wrong === "" ? { file, key: crypto.randomUUID() } : null);
	};
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (!chosen) return;
		setPercent(0);
		const done = await save(async () => {
			const { name } = await takeIn(scope, { ...chosen, onProgress: setPercent });
			setTaken(name);
		});
		if (done) setChosen(null);
	};

	return (
		<Section id="take-in" heading="Take in a client">
			<p className="text-15 text-quiet">
				Another workspace handed a client over to you as a file? It becomes a new client here, with its hosts, scans,
				findings, reports and evidence. Its schedules are paused.
			</p>
			<form ref={form} method="dialog" aria-labelledby="take-in" onSubmit={onSubmit} className="grid gap-4">
				{chosen && (
					<p className="wrap-anywhere text-15">
						<span className="font-semibold">{chosen.file.name}</span>, {sizeText(chosen.file.size)}
					</p>
				)}
				{submitting && (
					<div className="grid gap-1.5">
						<progress aria-label="Sending the file" max={100} value={percent} className="h-2 w-full accent-accent" />
						<p role="status" className="text-15 tabular-nums">
							{percent < 100 ? `${percent} % sent. Keep this page open.` : "All sent. The server is reading it."}
						</p>
					</div>
				)}
				<SubmissionFailure title="Nothing was taken in" state={state} />
				<SavedLine>{saved && taken !== "" && `${taken} is in the list of clients now.`}</SavedLine>
				<div className="flex flex-wrap gap-3">
					{chosen && (
						<Button type="submit" variant="primary" disabled={submitting}>
							{submitting ? "Taking in" : "Take in"}
						</Button>
					)}
					<Button
						variant="secondary"
						disabled={submitting}
						aria-describedby="take-in-note"
						onClick={() => input.current?.click()}
					>
						{chosen ? "Choose another file" : "Choose a file"}
					</Button>
				</div>
				<div className="-mt-3">
					<div role="alert">
						<FieldNote id="take-in-error" error={trouble} />
					</div>
					<FieldNote id="take-in-note" error="" hint={`A .zip file of at most ${sizeText(CLIENT_FILE_BYTES)}.`} />
				</div>
				<input
					ref={input}
					type="file"
					accept=".zip,application/zip"
					aria-label="File of a client"
					tabIndex={-1}
					onChange={choose}
					className="sr-only"
				/>
			</form>
		</Section>
	);
}
