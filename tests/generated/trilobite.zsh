#compdef trilobite

local curcontext=$curcontext state line
_arguments -C '1: :->command' '*:: :->arguments'
case $state in
command)
    local -a names=(
        'info:summary of a file\: version, counts, bounds, files it references'
        'check:validate a file against every rule of its format'
        'dump:print every field, as JSON or as a map of the bytes'
        'set:change fields of a file, or of an archive'\''s member, in place'
        'edit:run an operation of the format, in place; without one, list its operations'
        'new:print a new document as JSON, with the defaults of its format, to be edited and built'
        'build:build a file from the JSON of dump'
        'diff:list where two files differ, by field path'
        'roundtrip:read and rewrite in memory, and compare the bytes'
        'convert:convert to another format or version; several files into a folder, picture or gallery'
        'view:view a model in the browser'
        'query:run a query of the format; without one, list its queries'
        'ls:list members\: size, packed size, compression, name'
        'extract:extract members as files\: all, or those whose names match'
        'cat:write members to standard output'
        'pack:create an archive from files, or change one'
        'catalog:make a database or CSV of all files in folders, and of the members of archives'
        'formats:list the formats and what is supported'
    )
    _describe command names
    ;;
arguments)
    case $words[1] in
    info)
        _arguments \
            '*--json[machine-readable output]' \
            '*--jsonl[JSON, one line per file, written as soon as it is done]' \
            '*--files-from=[also process the files named in FILE, one per line; -: standard input]:FILE:_files' \
            '*--null[names in the file of -T end with NUL, as find -print0 writes them]' \
            '*--recursive[process the files in folders and below that are of a known format, by content or extension]' \
            '*--quiet[print errors only]' \
            '*--all[list every message, not only the first of each code]' \
            '*--jobs=[process N files in parallel; 0: one per processor]:N:_files' \
            '*--from=[format of the input (default: detected)]:FORMAT:_files' \
            '*--help[show this help]' \
            '*:file:_files'
        ;;
    set)
        _arguments \
            '*--quiet[print errors only]' \
            '*--all[list every message, not only the first of each code]' \
            '*--force[replace existing files]' \
            '*--from=[format of the input (default: detected)]:FORMAT:_files' \
            '*--output=[where to save (default: the file itself)]:OUT:_files' \
            '*--help[show this help]' \
            '*:file:_files'
        ;;
    pack)
        _arguments \
            '*--files-from=[also process the files named in FILE, one per line; -: standard input]:FILE:_files' \
            '*--null[names in the file of -T end with NUL, as find -print0 writes them]' \
            '*--quiet[print errors only]' \
            '*--all[list every message, not only the first of each code]' \
            '*--force[replace existing files]' \
            '*--to=[format of the output (default: by its extension)]:FORMAT:_files' \
            '*--assets=[where to search for textures and other files; may be repeated]:DIR|ARCHIVE:_files' \
            '*--compress=[compression of the files (default: none)]:none|rle|lzh|deflate:_files' \
            '*--kind=[kind of a new volume (default: pvol)]:pvol|vol:_files' \
            '*--update[add the files to OUT, or replace members of the same names; a PNG also replaces a bitmap of its name]' \
            '*--remove=[remove members from OUT first; may be repeated]:PATTERN:_files' \
            '*--help[show this help; with names of formats, their options]' \
            '*--palette=[palette for indexed pictures: a palette in any format, or a picture with one]:FILE:_files' \
            '*:file:_files'
        ;;
    catalog)
        _arguments \
            '*--quiet[print errors only]' \
            '*--force[also read files that have not changed; replace an existing .csv]' \
            '*--jobs=[process N files in parallel (default: 0, one per processor)]:N:_files' \
            '*--assets=[where to search for textures and other files; may be repeated]:DIR|ARCHIVE:_files' \
            '*--output=[the catalog: NAME.sqlite, made or brought up to date, or NAME.csv, made anew]:OUT:_files' \
            '*--thumbnails[with a picture of each model, level and image]' \
            '*--shard=[only the I-th of N parts of the files, to be merged]:I/N:_files' \
            '*--merge[take in catalogs, which are named in place of folders]' \
            '*--help[show this help]' \
            '*:file:_files'
        ;;
    formats)
        _arguments \
            '*--json[machine-readable output]' \
            '*--help[show this help]' \
            '*:file:_files'
        ;;
    esac
    ;;
esac
