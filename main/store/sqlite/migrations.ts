/** Older versions called a comparison a "bench run", so the error codes in their stored cells (JSON) begin with "bench-". */
export const renameBenchCodes = `UPDATE compare_cells SET cell = replace(cell, '"code":"bench-', '"code":"compare-')`

/** Released steps never change. `PRAGMA user_version` is the number of steps applied to a file. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    system_prompt TEXT NOT NULL DEFAULT '',
    model_id TEXT,
    leaf_id TEXT,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    removed_at INTEGER
  ) STRICT;
  CREATE INDEX conversations_by_change ON conversations (changed_at DESC) WHERE removed_at IS NULL;

  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id TEXT,
    role TEXT NOT NULL CHECK (role IN ('system', 'user', 'assistant')),
    text TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('complete', 'streaming', 'stopped', 'interrupted', 'failed')),
    created_at INTEGER NOT NULL,
    turn_id TEXT,
    model_name TEXT,
    metrics TEXT,
    failure TEXT
  ) STRICT;
  CREATE INDEX messages_by_conversation ON messages (conversation_id, seq);
  CREATE INDEX messages_by_parent ON messages (parent_id);

  -- What was said stays as it was said: a message changes only while it is being written.
  CREATE TRIGGER messages_are_append_only BEFORE UPDATE OF text, role, conversation_id, parent_id ON messages
  WHEN old.state <> 'streaming' BEGIN SELECT RAISE(ABORT, 'messages are append-only'); END;

  CREATE VIRTUAL TABLE message_search USING fts5 (text, content = 'messages', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2');
  CREATE TRIGGER search_finished_insert AFTER INSERT ON messages WHEN new.state <> 'streaming'
  BEGIN INSERT INTO message_search (rowid, text) VALUES (new.seq, new.text); END;
  CREATE TRIGGER search_finished_update AFTER UPDATE OF state ON messages WHEN old.state = 'streaming' AND new.state <> 'streaming'
  BEGIN INSERT INTO message_search (rowid, text) VALUES (new.seq, new.text); END;
  CREATE TRIGGER search_deleted AFTER DELETE ON messages WHEN old.state <> 'streaming'
  BEGIN INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.seq, old.text); END;

  CREATE TABLE models (
    id TEXT PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    facts TEXT NOT NULL,
    last_opened_at INTEGER
  ) STRICT;
  CREATE TABLE model_settings (
    model_id TEXT PRIMARY KEY,
    kv TEXT NOT NULL,
    sampling TEXT NOT NULL
  ) STRICT;
  CREATE TABLE preferences (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
  // Where the user left this branch: see branches.ts.
  'ALTER TABLE messages ADD COLUMN left_at_id TEXT',
  `
  CREATE TABLE bench_runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('compare', 'tune', 'imported')),
    state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done', 'cancelled', 'interrupted')),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    model_id TEXT NOT NULL,
    model_name TEXT NOT NULL,
    -- JSON: versions, machine, model, plan, proposals.
    facts TEXT NOT NULL,
    -- The user's own text that its quality part is about.
    own_text TEXT,
    -- JSON: rows of another program.
    imported TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE TABLE bench_cells (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL REFERENCES bench_runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    cell TEXT NOT NULL,
    UNIQUE (run_id, position)
  ) STRICT;
  `,
  `
  CREATE TABLE IF NOT EXISTS library_folders (
    path TEXT PRIMARY KEY,
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    added_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS model_stamps (
    model_id TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    folder TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS transfers (
    id TEXT PRIMARY KEY,
    work TEXT NOT NULL,
    begun_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS chat_templates (
    model_id TEXT PRIMARY KEY,
    template TEXT NOT NULL
  ) STRICT;
  `,
  'ALTER TABLE conversations ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0 CHECK (is_private IN (0, 1))',
  'ALTER TABLE messages ADD COLUMN set_id TEXT',
  `
  ALTER TABLE conversations ADD COLUMN overflow TEXT;
  ALTER TABLE messages ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
  `,
  // FTS5's "secure-delete" left indexes that SQLite's integrity check calls malformed.
  `
  DROP TRIGGER search_finished_insert;
  DROP TRIGGER search_finished_update;
  DROP TRIGGER search_deleted;
  DROP TABLE message_search;
  CREATE VIEW finished_messages AS SELECT seq, text FROM messages WHERE state <> 'streaming';
  CREATE VIRTUAL TABLE message_search USING fts5 (text, content = 'finished_messages', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2');
  CREATE TRIGGER search_finished_insert AFTER INSERT ON messages WHEN new.state <> 'streaming'
  BEGIN INSERT INTO message_search (rowid, text) VALUES (new.seq, new.text); END;
  CREATE TRIGGER search_finished_update AFTER UPDATE OF state ON messages WHEN old.state = 'streaming' AND new.state <> 'streaming'
  BEGIN INSERT INTO message_search (rowid, text) VALUES (new.seq, new.text); END;
  CREATE TRIGGER search_deleted AFTER DELETE ON messages WHEN old.state <> 'streaming'
  BEGIN INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.seq, old.text); END;
  INSERT INTO message_search (message_search) VALUES ('rebuild');
  `,
  // When a deleted conversation's last day began: see bin.ts. Older versions left deleted text in free pages: see sweep.ts.
  `
  ALTER TABLE conversations ADD COLUMN due_at INTEGER;
  INSERT INTO preferences (key, value) SELECT 'unswept', 'true' WHERE EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'messages');
  `,
  `
  ALTER TABLE bench_runs RENAME TO compare_runs;
  ALTER TABLE bench_cells RENAME TO compare_cells;
  ${renameBenchCodes};
  `,
  // The role 'tool' and the parts of a message. SQLite can change a CHECK only in a new table. The search index keeps its rows, because seq and text do not change.
  `
  ALTER TABLE messages RENAME TO older_messages;
  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id TEXT,
    role TEXT NOT NULL CHECK (role IN ('system', 'user', 'assistant', 'tool')),
    text TEXT NOT NULL,
    -- JSON: ranges of the text. NULL if the message is one text.
    parts TEXT,
    state TEXT NOT NULL CHECK (state IN ('complete', 'streaming', 'stopped', 'interrupted', 'failed')),
    created_at INTEGER NOT NULL,
    turn_id TEXT,
    set_id TEXT,
    model_name TEXT,
    metrics TEXT,
    failure TEXT,
    left_at_id TEXT,
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1))
  ) STRICT;
  INSERT INTO messages (seq, id, conversation_id, parent_id, role, text, state, created_at, turn_id, set_id, model_name, metrics, failure, left_at_id, pinned)
  SELECT seq, id, conversation_id, parent_id, role, text, state, created_at, turn_id, set_id, model_name, metrics, failure, left_at_id, pinned
  FROM older_messages ORDER BY seq;
  DELETE FROM sqlite_sequence WHERE name = 'messages';
  UPDATE sqlite_sequence SET name = 'messages' WHERE name = 'older_messages';
  DROP VIEW finished_messages;
  DROP TABLE older_messages;
  CREATE INDEX messages_by_conversation ON messages (conversation_id, seq);
  CREATE INDEX messages_by_parent ON messages (parent_id);
  CREATE TRIGGER messages_are_append_only BEFORE UPDATE OF text, parts, role, conversation_id, parent_id ON messages
  WHEN old.state <> 'streaming' BEGIN SELECT RAISE(ABORT, 'messages are append-only'); END;
  CREATE VIEW finished_messages AS SELECT seq, text FROM messages WHERE state <> 'streaming';
  CREATE TRIGGER search_finished_insert AFTER INSERT ON messages WHEN new.state <> 'streaming'
  BEGIN INSERT INTO message_search (rowid, text) VALUES (new.seq, new.text); END;
  CREATE TRIGGER search_finished_update AFTER UPDATE OF state ON messages WHEN old.state = 'streaming' AND new.state <> 'streaming'
  BEGIN INSERT INTO message_search (rowid, text) VALUES (new.seq, new.text); END;
  CREATE TRIGGER search_deleted AFTER DELETE ON messages WHEN old.state <> 'streaming'
  BEGIN INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.seq, old.text); END;
  `,
  `
  CREATE TABLE presets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    -- JSON: the system prompt, the KV settings and the sampling settings.
    settings TEXT NOT NULL
  ) STRICT;
  `,
  // What an imported conversation is called in its source: see import-conversation.ts.
  `
  ALTER TABLE conversations ADD COLUMN imported_from TEXT;
  CREATE INDEX conversations_by_source ON conversations (imported_from) WHERE imported_from IS NOT NULL;
  `,
  // JSON: the frozen list of tools. NULL if no server is switched on.
  'ALTER TABLE conversations ADD COLUMN tools TEXT',
  // Inference servers.
  `
  CREATE TABLE servers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    url TEXT NOT NULL UNIQUE,
    -- Encrypted by the keychain. NULL without a key, and if the host has no keychain.
    sealed_key TEXT,
    -- The model that was used last.
    model TEXT,
    used_at INTEGER
  ) STRICT;
  `,
  // The images of sent messages.
  `
  CREATE TABLE images (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    -- The id in the parts of the messages.
    id TEXT NOT NULL,
    media_type TEXT NOT NULL,
    base64 TEXT NOT NULL,
    PRIMARY KEY (conversation_id, id)
  ) STRICT;
  `,
  // Prompts and answers of the API server's requests, as JSON.
  `
  CREATE TABLE api_requests (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL
  ) STRICT;
  `,
  // How the user arranged the conversations. A private one can be in a folder, too, but is in another database: hence no foreign key.
  `
  CREATE TABLE folders (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL
  ) STRICT;
  ALTER TABLE conversations ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1));
  ALTER TABLE conversations ADD COLUMN folder_id TEXT;
  `,
  // Answers that the user edited.
  'ALTER TABLE messages ADD COLUMN edited INTEGER NOT NULL DEFAULT 0 CHECK (edited IN (0, 1))',
  // The message that gave the conversation its title. NULL if the user did.
  `
  ALTER TABLE conversations ADD COLUMN title_from TEXT;
  UPDATE conversations SET title_from =
    (SELECT id FROM messages WHERE conversation_id = conversations.id AND parent_id IS NULL AND substr(text, 1, length(title)) = title ORDER BY seq LIMIT 1)
  WHERE title <> '';
  `,
]
