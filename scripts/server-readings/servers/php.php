<?php
// What PHP reads of a request. Values of arrays are listed under the name of the array.
function pairs(array $values): array {
    $found = [];
    foreach ($values as $name => $value) {
        $leaves = [];
        if (is_array($value)) {
            array_walk_recursive($value, function ($leaf) use (&$leaves) { $leaves[] = $leaf; });
        } else {
            $leaves = [$value];
        }
        foreach ($leaves as $leaf) $found[] = [(string) $name, $leaf];
    }
    return $found;
}
$files = [];
foreach ($_FILES as $name => $file) {
    $paths = [];
    if (is_array($file['tmp_name'])) {
        array_walk_recursive($file['tmp_name'], function ($path) use (&$paths) { $paths[] = $path; });
    } else {
        $paths = [$file['tmp_name']];
    }
    foreach ($paths as $path) if ($path !== '') $files[] = [(string) $name, file_get_contents($path)];
}
echo json_encode([
    'version' => 'PHP ' . PHP_VERSION,
    'query' => pairs($_GET),
    'cookie' => pairs($_COOKIE),
    'body' => array_merge(pairs($_POST), $files),
], JSON_INVALID_UTF8_SUBSTITUTE);
