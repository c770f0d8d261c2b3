import { type ChangeEvent, useRef, useState } from "react";
import { API_PATHS } from "#contract/routes.ts";
import { LOGO_SIDE, LOGO_TYPES } from "#contract/workspaces/workspaces.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { scopedUrl } from "#src/lib/workspace/scope.ts";
import { Button } from "#src/ui/button.tsx";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { useChange } from "../room/use-change.ts";
import { type Here, useOnceAllowed } from "../room/workspace-part.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { LOGO_SIZE_TEXT, logoTrouble } from "./logo-file.ts";
import { removeLogo, uploadLogo } from "./workspace-api.ts";

/** A file that was chosen but not sent yet. */
type Chosen = { file: File; preview: string };

/** As a URL that the page may show: our Content-Security-Policy does not allow `blob:`. */
const dataUrl = (file: File): Promise<string> =>
	new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(file);
	});

const Picture = ({ src, alt }: { src: string; alt: string }) => (
	// Logos are made for paper, so the background stays light in the dark theme.
	<img
		src={src}
		alt={alt}
		className="max-h-24 bg-[white] max-w-full rounded-control border border-line object-contain p-3"
	/>
);

/** The logo on the covers of reports. */
export function LogoSection({ workspace, scope, withSession, may }: Here) {
	const { state, saved, submitting, edited, save } = useSave(useChange(withSession));
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const [trouble, setTrouble] = useState("");
	const input = useRef<HTMLInputElement>(null);
	const canChange = useOnceAllowed(may("manage"));
	const { name, logoVersion } = workspace;

	const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
		const file = target.files?.[0];
		// So that the same file can be chosen again after it was changed.
		target.value = "";
		if (!file) return;
		edited();
		const wrong = logoTrouble(file);
		setTrouble(wrong);
		setChosen(wrong === "" ? { file, preview: await dataUrl(file) } : null);
	};
	const send = async ({ file }: Chosen) => {
		if (await save(() => uploadLogo(scope, file))) setChosen(null);
	};

	return (
		<Section id="logo" heading="Logo">
			{logoVersion === null && !chosen && <p className="text-15 text-quiet">There is no logo yet.</p>}
			{chosen ? (
				<Picture src={chosen.preview} alt={`The chosen file, ${chosen.file.name}`} />
			) : (
				logoVersion !== null && (
					<Picture
						src={scopedUrl(API_PATHS.workspaceLogo, scope, new URLSearchParams({ version: logoVersion }))}
						alt={`Logo of ${name}`}
					/>
				)
			)}
			{canChange ? (
				<>
					<div className="flex flex-wrap gap-3">
						{chosen && (
							<Button variant="primary" disabled={submitting} onClick={() => void send(chosen)}>
								{submitting ? "Saving" : "Save logo"}
							</Button>
						)}
						<Button
							variant="secondary"
							disabled={submitting}
							aria-describedby="logo-note"
							onClick={() => input.current?.click()}
						>
							{logoVersion === null && !chosen ? "Choose a file" : "Choose another file"}
						</Button>
						{chosen ? (
							<Button variant="plain" disabled={submitting} onClick={() => setChosen(null)}>
								Cancel
							</Button>
						) : (
							logoVersion !== null && (
								<Button variant="plain" disabled={submitting} onClick={() => void save(() => removeLogo(scope))}>
									Remove logo
								</Button>
							)
						)}
						<input
							ref={input}
							type="file"
							accept={LOGO_TYPES.join()}
							aria-label="Logo file"
							tabIndex={-1}
							onChange={(event) => void choose(event)}
							className="sr-only"
						/>
					</div>
					<div className="-mt-3">
						<div role="alert">
							<FieldNote id="logo-error" error={trouble} />
						</div>
						<FieldNote
							id="logo-note"
							error=""
							hint={`PNG or JPEG, at most ${LOGO_SIZE_TEXT} and ${LOGO_SIDE.toLocaleString("en")} pixels on each side. It is on the cover of your reports.`}
						/>
					</div>
					<SubmissionFailure title="The logo was not changed" state={state} />
					<SavedLine>{saved && !chosen && "Saved. New reports show it."}</SavedLine>
				</>
			) : (
				<p className="text-15 text-quiet">
					{whoCan("manage")} can {logoVersion === null ? "add one" : "change it"}.
				</p>
			)}
		</Section>
	);
}
