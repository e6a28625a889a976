CREATE TABLE runs (              -- each time that the command worked on this catalog
    run INTEGER PRIMARY KEY,
    started TEXT NOT NULL,       -- UTC
    finished TEXT,               -- NULL: it was killed, or still works
    version TEXT NOT NULL,       -- of trilobite
    folders TEXT NOT NULL,       -- as they were named, a line each
    shard TEXT                   -- "2/8"; NULL: all
);
CREATE TABLE files (             -- a row per file, and per member of an archive
    path TEXT PRIMARY KEY,       -- as named on the command line; of a member after its archive: x.vol/y.dts
    file TEXT NOT NULL,          -- the file on the disk: the path itself, or what a member is in
    parent TEXT,                 -- the archive that a member is in; NULL: it is a file
    member TEXT,                 -- a member's name there
    name TEXT NOT NULL,          -- the last part of the path
    extension TEXT NOT NULL,     -- in lower case
    size INTEGER,
    modified TEXT,               -- UTC, with a Z; of a member as its archive has it, in the time of the place; NULL: not
    sha256 TEXT,                 -- of the bytes; NULL: they cannot be read
    format TEXT,                 -- as `trilobite formats` names it; NULL: none
    version TEXT,
    verdict TEXT NOT NULL,       -- pending, unknown, unreadable, errors, warnings, ok
    errors INTEGER,              -- diagnostics of each severity
    warnings INTEGER,
    notes INTEGER,
    vertices INTEGER,
    triangles INTEGER,
    min_x REAL, min_y REAL, min_z REAL, max_x REAL, max_y REAL, max_z REAL, -- in the file's axes and units
    error TEXT,                  -- why it is unreadable, or members are left out
    stem TEXT NOT NULL,          -- the name without extension, in lower case
    listed INTEGER NOT NULL,     -- the run that met this size and time first
    run INTEGER,                 -- the run that read it
    reader TEXT,                 -- the version that read it
    drawn INTEGER                -- 1: with --thumbnails
);
CREATE INDEX files_file ON files (file);
CREATE INDEX files_sha256 ON files (sha256);
CREATE INDEX files_stem ON files (stem, listed);
CREATE TABLE materials (
    path TEXT NOT NULL REFERENCES files ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (path, number)
) WITHOUT ROWID;
CREATE TABLE needs (             -- files that a file names
    path TEXT NOT NULL REFERENCES files ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,          -- texture, file
    name TEXT NOT NULL,
    stem TEXT NOT NULL,          -- the last part of the name without extension, in lower case
    base TEXT NOT NULL,          -- and with it: "base.wood" may be a name without extension
    found INTEGER NOT NULL,      -- 1: beside it, in --assets or near
    PRIMARY KEY (path, number)
) WITHOUT ROWID;
CREATE TABLE animations (
    path TEXT NOT NULL REFERENCES files ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (path, number)
) WITHOUT ROWID;
CREATE TABLE diagnostics (       -- a row per code
    path TEXT NOT NULL REFERENCES files ON DELETE CASCADE,
    code TEXT NOT NULL,          -- docs/DIAGNOSTICS.md
    severity TEXT NOT NULL,      -- note, warning, error
    count INTEGER NOT NULL,
    offset INTEGER,              -- of the first: bytes from the start of the file; NULL: none
    field TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (path, code)
) WITHOUT ROWID;
CREATE INDEX diagnostics_code ON diagnostics (code);
CREATE TABLE thumbnails (
    path TEXT PRIMARY KEY REFERENCES files ON DELETE CASCADE,
    png BLOB NOT NULL
);
CREATE TABLE vanished (          -- files and members that were in the catalog and are no more on the disk
    path TEXT PRIMARY KEY,
    size INTEGER,
    modified TEXT,
    sha256 TEXT,
    format TEXT,
    since TEXT NOT NULL,         -- when that was noticed, UTC
    stem TEXT NOT NULL,
    listed INTEGER NOT NULL      -- the run that noticed
);
CREATE INDEX vanished_stem ON vanished (stem, listed);

CREATE VIEW summary AS           -- what there is, by format
    SELECT format, count(*) AS files, sum(size) AS bytes, sum(verdict = 'ok') AS ok, sum(verdict = 'warnings') AS warnings,
           sum(verdict = 'errors') AS errors, sum(verdict = 'unreadable') AS unreadable, sum(triangles) AS triangles
    FROM files GROUP BY format ORDER BY files DESC;
CREATE VIEW duplicates AS        -- the same bytes more than once
    SELECT sha256, count(*) AS copies, size, (count(*) - 1) * size AS wasted, min(path) AS path
    FROM files WHERE size > 0 GROUP BY sha256 HAVING count(*) > 1 ORDER BY wasted DESC;
CREATE VIEW missing AS           -- files that are needed and were not found, the most wanted first
    SELECT min(name) AS name, kind, count(*) AS needed_by, min(path) AS path
    FROM needs WHERE NOT found GROUP BY name COLLATE NOCASE, kind ORDER BY needed_by DESC, base;
CREATE VIEW elsewhere AS         -- of these, what has that name at another place of the catalog
    SELECT n.path, n.name, f.path AS candidate, f.size, f.sha256
    FROM needs n JOIN files f ON f.stem IN (n.stem, n.base) WHERE NOT n.found AND (lower(f.name) = n.base OR
        (n.kind = 'texture' AND f.extension IN ('png', 'jpg', 'jpeg', 'bmp', 'tga', 'gif', 'pcx', 'rgb', 'bgf')));
CREATE VIEW damaged AS           -- what cannot be read, or breaks a rule of its format
    SELECT path, format, verdict, coalesce(error, (SELECT message FROM diagnostics d
           WHERE d.path = files.path AND severity = 'error' ORDER BY offset LIMIT 1)) AS reason
    FROM files WHERE verdict IN ('unreadable', 'errors') ORDER BY path;
CREATE VIEW moved AS             -- what vanished and is there under another path
    SELECT v.path AS was, f.path AS is_now, v.since FROM vanished v JOIN files f ON f.sha256 = v.sha256 WHERE v.size > 0;

PRAGMA application_id = 1414283843; -- "TLBC"
PRAGMA user_version = 1;
