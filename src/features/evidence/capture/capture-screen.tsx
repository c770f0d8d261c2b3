import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { LINK_LIMIT, NOTE_LIMIT, type Subject, TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import { captureFor } from "#src/lib/capture/browser-captures.ts";
import { isUnsaved, type Part } from "#src/lib/capture/capture-state.ts";
import { CaptureTrouble } from "#src/lib/capture/capture-trouble.tsx";
import { CoverEditor } from "#src/lib/capture/covers/cover-editor.tsx";
import { draftTitle } from "#src/lib/capture/files/draft-title.ts";
import { isPhoto } from "#src/lib/capture/files/picture-size.ts";
import { giveFiles } from "#src/lib/capture/give-files.ts";
import { PlaceField } from "#src/lib/capture/input/place-field.tsx";
import { PartList, RefusedParts } from "#src/lib/capture/part-list.tsx";
import { EVIDENCE_DAY_LABELS, EVIDENCE_DAYS } from "#src/lib/evidence/evidence-labels.ts";
import { SubjectName } from "#src/lib/evidence/subject-name.tsx";
import { useObjectUrl } from "#src/lib/evidence/use-object-url.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { useLeaveGuard } from "#src/lib/forms/use-leave-guard.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { ClientField } from "#src/lib/workspace/clients/client-field.tsx";
import { lastClient, noteLastClient, pickClient } from "#src/lib/workspace/clients/pick-client.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { PutOnDialog } from "../detail/put-on-dialog.tsx";
import { AddButtons } from "./add-buttons.tsx";
import { saveEvidence } from "./save-evidence.ts";
import { SavedPanel } from "./saved-panel.tsx";
import { useShared } from "./use-shared.ts";

/** Calls back with files pasted anywhere on the page, inside the event handler itself. Pasted text is left alone. */
function usePaste(onFiles: (files: readonly File[]) => void): void {
	const called = useRef(onFiles);
	called.current = onFiles;
	useEffect(() => {
		const onPaste = (event: ClipboardEvent) => {
			const files = [...(event.clipboardData?.files ?? [])];
			if (files.length === 0) return;
			event.preventDefault();
			called.current(files);
		};
		document.addEventListener("paste", onPaste);
		return () => document.removeEventListener("paste", onPaste);
	}, []);
}

/** Covers areas of one photo, starting from the original. */
function CoverPart({ part, onDone, onCancel }: { part: Part; onDone(covers: Part["covers"]): void; onCancel(): void }) {
	const { name, type, bytes } = part.given;
	const url = useObjectUrl(bytes, type);
	return url && <CoverEditor src={url} name={name} boxes={part.covers} onDone={onDone} onCancel={onCancel} />;
}

/**
 * Makes a piece of evidence from photos, files, a voice note and text. `about`: its subject according to the address. `shared`: the
 * id of a share from another app.
 */
export function CaptureScreen({ about, shared }: { about: readonly Subject[]; shared: string | null }) {
	const shown = useScope();
	const { scope } = shown;
	const [capture] = useState(() => captureFor(scope));
	const draft = useSyncExternalStore(capture.subscribe, capture.draft);
	const { dispatch } = capture;
	const [putting, setPutting] = useState(false);
	const [covering, setCovering] = useState<number | null>(null);
	const { data: known } = useQuery({ ...assetsQuery(scope), enabled: signedInOwner() !== null });
	const { leaving, stay } = useLeaveGuard(isUnsaved(draft));
	const [openedAt] = useState(() => Date.now());
	useEffect(() => dispatch({ type: "opened", about }), [dispatch, about]);

	const host = draft.about.find(({ type }) => type === "asset")?.id ?? "";
	const client = pickClient(shown, {
		chosen: draft.client,
		target: host,
		assets: known?.assets ?? [],
		last: lastClient(scope),
	});

	const addFiles = (files: readonly File[], called: string) => giveFiles(capture, files, called);
	usePaste((files) => void addFiles(files, "Pasted"));
	useShared(shared, draft.step === "saved", {
		add: (files) => addFiles(files, "Shared"),
		note: (text) => dispatch({ type: "edited", texts: { note: text } }),
		refuse: (message) => dispatch({ type: "refused", messages: [message] }),
	});

	const save = (event: SubmitEvent) => {
		event.preventDefault();
		const owner = signedInOwner();
		if (owner === null) return;
		if (client) noteLastClient(scope, client.id);
		const whose = { owner, ...scopeFields(owner, scope, client) };
		void capture.save((request, files) => saveEvidence(request, files, whose));
	};

	if (draft.step === "saved") {
		return (
			<div className="frame pt-8 pb-16">
				<SavedPanel {...draft} about={draft.at} onAgain={() => dispatch({ type: "again" })} />
			</div>
		);
	}
	const part = draft.parts.find(({ key }) => key === covering);
	if (part) {
		return (
			<CoverPart
				part={part}
				onCancel={() => setCovering(null)}
				onDone={(covers) => {
					dispatch({ type: "covered", key: part.key, covers });
					setCovering(null);
				}}
			/>
		);
	}
	const saving = draft.step === "saving";
	const hasPhotos = draft.parts.some(({ given }) => isPhoto(given.type));
	return (
		<>
			<form onSubmit={save} noValidate className="frame pt-5 md:pt-8">
				<div className="max-w-[42rem]">
					<h1 className="font-semibold text-26 tracking-[-0.01em]">Add evidence</h1>
					{draft.about.length > 0 && (
						<div className="mt-2">
							<p className="text-13 text-quiet">About</p>
							<ul>
								{draft.about.map((one) => (
									<li key={`${one.type}:${one.id}`} className="flex flex-wrap items-center gap-x-4 text-15">
										<span className="wrap-anywhere min-w-0">
											<SubjectName about={one} reads />
										</span>
										<TextButton disabled={saving} onClick={() => dispatch({ type: "taken-off", about: one })}>
											Take off
										</TextButton>
									</li>
								))}
							</ul>
						</div>
					)}
					<div className="mt-5">
						<AddButtons
							onFiles={addFiles}
							onRecorded={capture.give}
							onTrouble={(message) => dispatch({ type: "refused", messages: [message] })}
						/>
					</div>
					<RefusedParts draft={draft} className="mt-3" />
					<PartList label="Files" draft={draft} capture={capture} onCover={setCovering} className="mt-5" />
					<div className="mt-2">
						<CheckField
							id="keep-originals"
							checked={draft.keepOriginals}
							disabled={saving}
							onChange={({ target }) => dispatch({ type: "kept-original", keep: target.checked })}
						>
							Keep the original
							<span className="block text-13 text-quiet">
								Otherwise photos are made smaller, and what the camera wrote into them, such as the place, is removed.
								{hasPhotos && draft.keepOriginals && " A photo with covers is always drawn anew."}
							</span>
						</CheckField>
					</div>
					<div className="mt-4 grid gap-5">
						<FormField
							id="evidence-title"
							label="Title"
							maxLength={TITLE_LIMIT}
							autoComplete="off"
							readOnly={saving}
							value={
								draft.title ??
								draftTitle(
									draft.parts.map(({ given }) => given),
									draft.takenAt ?? openedAt,
									draft.link.trim() === "" ? "note" : "link",
								)
							}
							onChange={({ target }) => dispatch({ type: "edited", texts: { title: target.value } })}
						/>
						<TextArea
							id="evidence-note"
							label="Note"
							rows={4}
							maxLength={NOTE_LIMIT}
							readOnly={saving}
							value={draft.note}
							onChange={({ target }) => dispatch({ type: "edited", texts: { note: target.value } })}
						/>
						<FormField
							id="evidence-link"
							type="url"
							inputMode="url"
							label="Link"
							hint="Where it is kept, if that is elsewhere."
							maxLength={LINK_LIMIT}
							autoComplete="off"
							readOnly={saving}
							value={draft.link}
							onChange={({ target }) => dispatch({ type: "edited", texts: { link: target.value } })}
						/>
						<div className="grid grid-cols-2 gap-3 md:grid-cols-3">
							{EVIDENCE_DAYS.map((name) => (
								<FormField
									key={name}
									id={`evidence-${name}`}
									type="date"
									label={EVIDENCE_DAY_LABELS[name]}
									readOnly={saving}
									value={draft[name]}
									onChange={({ target }) => dispatch({ type: "edited", texts: { [name]: target.value } })}
								/>
							))}
						</div>
						<div>
							<Button variant="secondary" aria-haspopup="dialog" disabled={saving} onClick={() => setPutting(true)}>
								Put on…
							</Button>
						</div>
						<ClientField
							id="evidence"
							client={client}
							disabled={saving}
							onChange={(id) => dispatch({ type: "edited", texts: { client: id } })}
						/>
						<PlaceField
							place={draft.place}
							disabled={saving}
							onPlace={(place) => dispatch({ type: "placed", place })}
						/>
					</div>
					<CaptureTrouble trouble={draft.step === "editing" ? draft.trouble : null} />
					{/* With large text, or on a phone held sideways, it would hide what it saves, so there it scrolls away. */}
					<div className="max-md:bleed sticky bottom-[calc(var(--foot)+1px+env(safe-area-inset-bottom)+(16px-1rem)*999)] z-2 mt-5 border-line border-t bg-paper py-1.5 md:bottom-[calc((16px-1rem)*999)] sideways:static">
						<Button type="submit" variant="primary" wide disabled={saving}>
							{saving ? "Saving…" : "Save"}
						</Button>
					</div>
				</div>
				{leaving && (
					<ConfirmDialog
						title="Leave without saving?"
						subtitle="This evidence is not saved yet."
						labels={{ yes: "Leave and lose it", no: "Stay" }}
						onYes={() => {
							capture.clear();
							leaving();
						}}
						onClose={stay}
					>
						Its files and words are only on this screen. When you leave, they are gone.
					</ConfirmDialog>
				)}
			</form>
			{/* Outside the form, which Enter in its search would save. */}
			{putting && (
				<PutOnDialog
					taken={draft.about}
					first="control"
					onPut={(one) => {
						setPutting(false);
						dispatch({ type: "put-on", about: one });
					}}
					onClose={() => setPutting(false)}
				/>
			)}
		</>
	);
}
