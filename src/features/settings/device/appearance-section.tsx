import { useState, useSyncExternalStore } from "react";
import { chooseTheme, readTheme, subscribeTheme, THEMES, type Theme } from "#src/lib/device/theme.ts";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { Section } from "../section.tsx";

const LABELS: Record<Theme, string> = { system: "As this device", light: "Light", dark: "Dark" };

/** Light or dark, on this device only. */
export function AppearanceSection() {
	const theme = useSyncExternalStore(subscribeTheme, readTheme, () => "system" as const);
	const [refused, setRefused] = useState(false);
	return (
		<Section id="appearance" heading="Appearance">
			<fieldset aria-describedby="appearance-note">
				<legend className="mb-1.5 font-medium text-15">Colors</legend>
				<div className="grid rounded-control border border-line-strong bg-raised md:grid-cols-[1.5fr_1fr_1fr]">
					{THEMES.map((one) => (
						<label
							key={one}
							className="flex min-h-12 cursor-pointer items-center gap-3 border-line border-b px-4 text-15 last:border-b-0 has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 md:border-e md:border-b-0 md:last:border-e-0"
						>
							<input
								type="radio"
								name="theme"
								value={one}
								checked={one === theme}
								onChange={() => setRefused(!chooseTheme(one))}
								className="size-5 flex-none cursor-pointer accent-accent outline-none"
							/>
							{LABELS[one]}
						</label>
					))}
				</div>
				<FieldNote
					id="appearance-note"
					error={refused ? "This browser does not allow storage here, so your choice cannot be saved." : ""}
					hint="Saved on this device, for every account. Printouts are always light."
				/>
			</fieldset>
		</Section>
	);
}
