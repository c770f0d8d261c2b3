/** Texts for layouts, drawn in an order that the seed decides. All are our own. */
export type Draw = {
	/** This many different ones. */
	take(from: keyof typeof TEXTS, count: number): string[];
	/** How many rows a table has. */
	between(least: number, most: number): number;
};

/** A small generator (mulberry32): the same seed always makes the same files. */
export function drawFrom(seed: number): Draw {
	let state = seed;
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const left = new Map<string, string[]>();
	return {
		take(from, count) {
			return Array.from({ length: count }, () => {
				const all = left.get(from) ?? [];
				if (all.length === 0) all.push(...TEXTS[from]);
				left.set(from, all);
				const [taken] = all.splice(Math.floor(next() * all.length), 1);
				if (taken === undefined) throw new Error("a drawer of texts is never empty here");
				return taken;
			});
		},
		between: (least, most) => least + Math.floor(next() * (most - least + 1)),
	};
}

const TEXTS = {
	asks: [
		"Do you keep a plan for outages that last several days?",
		"Is stored customer data encrypted, and who holds the keys?",
		"How often are restores of backups practiced?",
		"Does every employee use a second factor to sign in?",
		"Who decides whether a weakness may stay open?",
		"Are subcontractors bound by the same rules as you?",
		"Describe how a leaver loses access to your systems.",
		"Which countries is our data processed in?",
		"Have you had an incident that you had to report in the last two years?",
		"Please list the certificates that you hold.",
		"Can we have the summary of your latest penetration test?",
		"Is code reviewed by a second person before it is released?",
		"Do developers see real customer records?",
		"What happens to our data when the contract ends?",
		"Are laptops encrypted and wiped from afar when lost?",
		"Explain how production is kept apart from testing.",
		"Within how many days are critical patches installed?",
		"Do you scan images for known weaknesses before they run?",
		"Is there a named person for data protection?",
		"How long are logs of administrators kept?",
		"Does your product support sign-in through our own provider?",
		"Are new colleagues trained in security in their first month?",
		"Provide the address to which researchers report weaknesses.",
		"Would you tell us about a breach within 24 hours?",
	],
	statements: [
		"Access rights are granted by role and looked at again twice a year.",
		"The organization shall keep an inventory of all systems that hold customer data.",
		"Changes to production must be approved by somebody who did not write them.",
		"Backups are kept in a second place and restored at least once a year.",
		"Suppliers are rated by the harm that their failure would do.",
		"Passwords shall not be stored in plain text anywhere.",
		"Networks of offices and of production are separated by a firewall.",
		"Responsibilities for security are written down and known to those who have them.",
		"Incidents are recorded, and lessons are drawn from each of them.",
		"Keys shall be rotated when a person with access to them leaves.",
		"Logs of administrators cannot be changed by administrators.",
		"The management reviews the state of security every quarter.",
		"Removable media are encrypted before they leave the building.",
		"Weaknesses are ranked and closed within agreed times.",
		"Visitors are accompanied in rooms with servers.",
		"Test data must not contain records of real people.",
	],
	topics: [
		"Access control",
		"Business continuity",
		"Encryption",
		"Suppliers",
		"Operations",
		"People",
		"Incidents",
		"Physical security",
	],
	guidance: [
		"Attach the plan, or give its title and the date of its last review. A short summary is enough.",
		"Name the algorithm and the length of the keys, and say where they are kept and who can use them.",
		"Say who takes part and what is measured. If it differs between systems, describe the most important one.",
		"Consider every location from which people work, including those of your subcontractors.",
		"If this does not apply to you, write why. An empty answer counts as No.",
		"Mention frameworks or standards that you follow, with the version and the scope of the certificate.",
		"Look at the last twelve months only. Older events need not be told here.",
		"Give one example from practice. It may be anonymous, and screenshots are welcome.",
	],
	preguntas: [
		"¿Dispone la empresa de una política de seguridad aprobada?",
		"¿Se cifran los datos de los clientes en reposo?",
		"¿Con qué frecuencia se prueban las copias de seguridad?",
		"Describa el proceso de baja de un empleado.",
		"¿Existe un responsable de protección de datos?",
		"¿Se revisan los accesos al menos una vez al año?",
		"Indique en qué países se tratan los datos.",
		"¿Los proveedores firman las mismas obligaciones?",
		"¿Cuánto tiempo se conservan los registros?",
		"¿Se notifican los incidentes en menos de 24 horas?",
		"Explique cómo se separan los entornos de prueba.",
		"¿Se forma a los empleados cada año?",
	],
	requisitos: [
		"La organización debe mantener un inventario de sus activos.",
		"Los cambios en producción deben ser aprobados por otra persona.",
		"Las contraseñas no se almacenan en texto claro.",
		"El acceso remoto está protegido con un segundo factor.",
		"Los incidentes se registran y se analizan.",
		"Las copias se guardan en una segunda ubicación.",
		"Los visitantes están acompañados en todo momento.",
		"La dirección revisa la seguridad cada trimestre.",
	],
	fragen: [
		"Gibt es einen Notfallplan, der jährlich geübt wird?",
		"Sind alle Notebooks verschlüsselt?",
		"Wie oft werden Sicherungen zurückgespielt?",
		"Bitte beschreiben Sie den Umgang mit Schwachstellen.",
		"Wer entscheidet über die Vergabe von Rechten?",
		"Werden Protokolle mindestens sechs Monate aufbewahrt?",
		"In welchen Ländern werden unsere Daten verarbeitet?",
		"Haben Sie einen Datenschutzbeauftragten benannt?",
		"Nennen Sie Ihre Zertifikate und deren Geltungsbereich.",
		"Ist die Entwicklung vom Betrieb getrennt?",
		"Erläutern Sie, wie Zugänge entzogen werden.",
		"Melden Sie Vorfälle innerhalb von 24 Stunden?",
	],
	anforderungen: [
		"Zutritt zu Serverräumen ist auf benannte Personen beschränkt.",
		"Änderungen an der Produktion müssen freigegeben werden.",
		"Datenträger werden vor der Entsorgung sicher gelöscht.",
		"Der Fernzugriff ist durch einen zweiten Faktor geschützt.",
		"Kennwörter dürfen nicht im Klartext gespeichert werden.",
		"Lieferanten sind vertraglich auf Sicherheit zu verpflichten.",
		"Vorfälle werden erfasst und ausgewertet.",
		"Das Netz der Büros ist von der Produktion getrennt.",
	],
	questionsFr: [
		"Existe-t-il une politique de sécurité approuvée par la direction ?",
		"Les données sont-elles chiffrées au repos ?",
		"À quelle fréquence testez-vous les sauvegardes ?",
		"Décrivez la gestion des départs de collaborateurs.",
		"Qui est responsable de la protection des données ?",
		"Avez-vous subi un incident majeur ces deux dernières années ?",
		"Dans quels pays les données sont-elles hébergées ?",
		"Veuillez préciser la durée de conservation des journaux.",
		"Les sous-traitants sont-ils soumis aux mêmes exigences ?",
		"Comment les environnements de test sont-ils isolés ?",
		"Êtes-vous en mesure de notifier une violation sous 24 heures ?",
		"Indiquez les certifications obtenues et leur périmètre.",
	],
};
